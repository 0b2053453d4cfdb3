class Case {
    private int read() {
        return 1;
    }

    int next() {
        return read();
    }
}
