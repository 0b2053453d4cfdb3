package p;

class A {
    int sum(List<Item> items) {
        int total = start();
        for (Item item : items) {
            total += item.price();
        }
        return total;
    }

}
