import java.util.List;

class A {
    List<?> all = List.of("a");

    String f() {
        return show(all.get(0));
    }

    static String show(Object o) {
        return "object";
    }

    static String show(String s) {
        return "text";
    }
}
