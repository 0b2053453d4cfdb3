class A {
    Object f(int n, char c) {
        return switch (n) {
            case 1 -> c;
            default -> {
                yield rest();
            }
        };
    }

    private int rest() {
        return 2;
    }
}
