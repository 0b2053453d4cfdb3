import p.*;
import r.*;

class A {
    String f() {
        return "it is " + new D();
    }
}
