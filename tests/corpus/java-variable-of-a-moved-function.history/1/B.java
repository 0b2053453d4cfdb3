package p;

class B {
    Link handle(Link next) {
        return test.expectsException(next.name())
            ? new ExpectedException(next)
            : new NoExpectedException(next);
    }
}
