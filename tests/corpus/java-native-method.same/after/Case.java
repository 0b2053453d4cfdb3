class Case {
    private int fetch() {
        return 1;
    }

    int next() {
        return fetch();
    }
}
