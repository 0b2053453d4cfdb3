package p;

class A {
    Number of(String text) {
        try {
            return Float.valueOf(text);
        } catch (NumberFormatException e) {
            // Try the next.
            ;
        }
        return null;
    }
}
