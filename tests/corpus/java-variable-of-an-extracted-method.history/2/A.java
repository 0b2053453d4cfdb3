package p;

class A {
    int sum(List<Item> items) {
        return sum(items, 9);
    }

    int sum(List<Item> items, int most) {
        int total = 0;
        for (Item item : items) {
            total += item.price();
        }
        return total;
    }

}
