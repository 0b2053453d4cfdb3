class A {
    static class Box<T> {
        T value;

        T get() {
            return value;
        }
    }

    static String show(Object o) {
        return "object";
    }

    static String show(String s) {
        return "text";
    }
    String f() {
        return show(new Box<String>().get());
    }
}
