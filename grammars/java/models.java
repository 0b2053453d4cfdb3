// What functions and methods of Java's library do, said in Java. tracer runs a model in place of
// the call (tracer/classify/equivalence/evaluation/model_files.py says how to write one).

import java.util.Deque;
import java.util.Objects;

final class Models {
    // model of function java.util.Objects.requireNonNullElse
    static <T> T requireNonNullElse(T value, T otherwise) {
        return value != null ? value : Objects.requireNonNull(otherwise, "defaultObj");
    }

    // model of method java.util.Deque.push
    static <E> void push(Deque<E> deque, E element) {
        deque.addFirst(element);
    }

    // model of function java.lang.Byte.toUnsignedInt
    static int toUnsignedInt(byte value) {
        return value & 0xff;
    }
}
