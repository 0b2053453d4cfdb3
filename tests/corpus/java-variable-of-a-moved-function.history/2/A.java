package p;

class A {
    void run() {
        start();
    }

    Link handle(Link next, Test test) {
        return test.expectsException(next.name())
            ? new ExpectedException(next)
            : new NoExpectedException(next);
    }
}
