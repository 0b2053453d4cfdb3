package p;

class A {
    Object convert(Object value) {
        Failure attempt = null;
        if (service.canConvert(value)) {
            attempt = tried(value);
        }
        if (attempt != null) {
            // The attempt above was the only one.
            throw attempt;
        } else if (service != null) {
            Descriptor source = Descriptor.of(value);
            if (service.canConvert(source, target)) {
                return service.convert(value, source, target);
            }
        }
        return value;
    }
}
