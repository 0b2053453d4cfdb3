class U {
    static String show(Object all) {
        return String.format("%s", all);
    }
}
