package p;

class A {
    private final Store store;

    void f(String key) {
        store.put(key, now());
        store.flush();
    }

}
