class U {
    String show(int n) {
        return "n = " + n;
    }
}
