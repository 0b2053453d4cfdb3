package p;

class B {
    int unused() {
        return 0;
    }

    int sum(List<Item> items) {
        int all = 0;
        for (Item item : items) {
            all += item.price();
        }
        return all;
    }

}
