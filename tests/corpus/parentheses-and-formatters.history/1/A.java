package p;

class A {
    boolean f(int a) {
        return (a > 1);
    }

}
