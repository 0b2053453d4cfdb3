package p;

class A {
    int sum(List<Item> items) {
        long result = start();
        for (final Item item : items) {
            result += item.price();
        }
        return result;
    }

}
