class Lexer {
    private int at;

    private int next() {
        at++;
        return 1;
    }

    int mark(Sink sink) {
        return pair(at, next());
    }

    private static int pair(int a, int b) {
        return a * 10 + b;
    }
}
