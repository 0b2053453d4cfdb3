class M {
    private static int at(int[] all, int place, int parts) {
        return sum(place / parts, all[place]);
    }

    private static int sum(int share, int first) {
        return first + share;
    }

    public static void main(String[] words) {
        try {
            System.out.println(at(new int[0], 1, 0));
        } catch (ArithmeticException none) {
            System.out.println("no parts");
        } catch (ArrayIndexOutOfBoundsException none) {
            System.out.println("no such place");
        }
    }
}
