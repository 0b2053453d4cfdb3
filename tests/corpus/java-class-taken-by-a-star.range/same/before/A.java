import p.*;

class A {
    String f() {
        return "it is " + new D();
    }
}
