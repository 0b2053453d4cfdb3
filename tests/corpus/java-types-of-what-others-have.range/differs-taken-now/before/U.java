class U {
    static String show(int n) {
        return "n = " + n;
    }
}
