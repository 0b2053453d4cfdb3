package p;

class A {
    Object convert(Object value) {
        Failure first = null;
        if (service.canConvert(value)) {
            first = tried(value);
        }
        if (first != null) {
            throw first;
        }
        return value;
    }
}
