package p;

class A {
    void load(Loader loader) {
        try {
            loader.run();
        } catch (final IOException failure) {
            report(failure);
        }
    }
}
