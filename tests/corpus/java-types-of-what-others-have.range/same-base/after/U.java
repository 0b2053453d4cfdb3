class U {
    String show(int n) {
        return "it = " + n;
    }
}
