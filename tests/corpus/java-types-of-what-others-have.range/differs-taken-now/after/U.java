class U {
    static String show(double n) {
        return "n = " + n;
    }
}
