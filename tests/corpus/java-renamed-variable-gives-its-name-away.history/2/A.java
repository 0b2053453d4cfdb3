package p;

class A {
    Object convert(Descriptor target, Object value) {
        if (value instanceof String) {
            Descriptor elementDescriptor = target.elementDescriptor(value);
            if (elementDescriptor != null) {
                Class<?> element = elementDescriptor.type();
                if (Enum.class.isAssignableFrom(element)) {
                    value = split((String) value);
                }
            }
        }
        return value;
    }
}
