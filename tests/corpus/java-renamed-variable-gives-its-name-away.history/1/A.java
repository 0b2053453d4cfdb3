package p;

class A {
    Object convert(Descriptor target, Object value) {
        if (value instanceof String) {
            Descriptor element = target.elementDescriptor(value);
            if (element != null && Enum.class.isAssignableFrom(element.type())) {
                value = split((String) value);
            }
        }
        return value;
    }
}
