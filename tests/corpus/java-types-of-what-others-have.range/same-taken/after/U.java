class U {
    static String show(int number) {
        return "number = " + number;
    }
}
