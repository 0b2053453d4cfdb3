package p;

class A {
    void run() {
        start();
    }
}
