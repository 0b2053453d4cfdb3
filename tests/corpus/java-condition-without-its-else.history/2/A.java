package p;

class A {
    int find() {
        synchronized (lock) {
            if (cached != null) return report();
            if (failed) {
                throw failure(reason, code);
            }
        }
        return 0;
    }

}
