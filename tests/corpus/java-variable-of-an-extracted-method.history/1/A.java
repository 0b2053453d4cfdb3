package p;

class A {
    int sum(List<Item> items) {
        int total = 0;
        for (Item item : items) {
            total += item.price();
        }
        return total;
    }

}
