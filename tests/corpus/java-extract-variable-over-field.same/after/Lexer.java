class Lexer {
    private int at;

    private int next() {
        System.out.println("next");
        return 1;
    }

    int mark(Sink sink) {
        int one = next();
        return pair(at, one);
    }

    private static int pair(int a, int b) {
        return a * 10 + b;
    }
}
