class U {
    static String show(Object... each) {
        return String.format("%s", each);
    }
}
