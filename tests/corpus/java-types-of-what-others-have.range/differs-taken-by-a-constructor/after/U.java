class U {
    String text;

    U(double n) {
        text = "n = " + n;
    }
}
