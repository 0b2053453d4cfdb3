package p;

class A {
    void load(Loader loader) {
        try {
            loader.run();
        } catch (IOException | Interrupted failure) {
            report(failure);
        }
    }
}
