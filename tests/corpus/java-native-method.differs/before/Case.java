class Case {
    private native int read();

    int next() {
        return read();
    }
}
