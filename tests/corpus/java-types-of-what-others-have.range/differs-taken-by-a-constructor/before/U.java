class U {
    String text;

    U(int n) {
        text = "n = " + n;
    }
}
