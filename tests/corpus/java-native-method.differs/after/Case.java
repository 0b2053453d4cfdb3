class Case {
    private native int fetch();

    int next() {
        return fetch();
    }
}
