import q.*;

class A {
    String f() {
        return "it is " + new D();
    }
}
