class U {
    String show(double n) {
        return "n = " + n;
    }
}
