class A {
    Object f(int n, char c) {
        return switch (n) {
            case 1 -> c;
            default -> {
                yield 2;
            }
        };
    }
}
