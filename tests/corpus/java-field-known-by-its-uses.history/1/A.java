package p;

class A {
    private final Cache cache;

    void f(String key) {
        cache.put(key, now());
        cache.flush();
    }

}
