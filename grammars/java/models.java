// What functions and methods of Java's library do, said in Java. tracer runs a model in place of
// the call (tracer/classify/equivalence/evaluation/domain/model_files.py says how to write one).

import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

final class Models {
    private Models() {}

    // model of function java.util.Objects.isNull
    static boolean isNull(Object value) {
        return value == null;
    }

    // model of function java.util.Objects.nonNull
    static boolean nonNull(Object value) {
        return value != null;
    }

    // model of function java.util.Objects.requireNonNullElse
    static <T> T requireNonNullElse(T value, T otherwise) {
        return value != null ? value : Objects.requireNonNull(otherwise, "defaultObj");
    }

    // model of function java.util.Objects.toString
    static String toString(Object value, String otherwise) {
        return value != null ? value.toString() : otherwise;
    }

    // model of function java.util.Objects.hashCode
    static int hashCode(Object value) {
        return value != null ? value.hashCode() : 0;
    }

    // model of method java.lang.String.isEmpty
    static boolean isEmpty(String text) {
        return text.length() == 0;
    }

    // model of method java.lang.String.isBlank
    static boolean isBlank(String text) {
        return text.strip().length() == 0;
    }

    // model of method java.lang.String.contains
    static boolean contains(String text, String part) {
        return text.indexOf(part) >= 0;
    }

    // model of function java.lang.Boolean.parseBoolean
    static boolean parseBoolean(String text) {
        return "true".equalsIgnoreCase(text);
    }

    // model of function java.lang.Integer.sum
    static int sum(int a, int b) {
        return a + b;
    }

    // model of function java.lang.Long.sum
    static long sum(long a, long b) {
        return a + b;
    }

    // model of function java.lang.Integer.max
    static int max(int a, int b) {
        return Math.max(a, b);
    }

    // model of function java.lang.Integer.min
    static int min(int a, int b) {
        return Math.min(a, b);
    }

    // model of function java.lang.Integer.toString, java.lang.String.valueOf
    static String toString(int value) {
        return "" + value;
    }

    // model of function java.lang.Long.toString, java.lang.String.valueOf
    static String toString(long value) {
        return "" + value;
    }

    // model of function java.lang.Boolean.toString, java.lang.String.valueOf
    static String toString(boolean value) {
        return "" + value;
    }

    // model of function java.lang.Character.toString, java.lang.String.valueOf
    static String toString(char value) {
        return "" + value;
    }

    // model of function java.lang.Byte.toUnsignedInt
    static int toUnsignedInt(byte value) {
        return value & 0xff;
    }

    // model of function java.lang.Integer.toUnsignedLong
    static long toUnsignedLong(int value) {
        return value & 0xffffffffL;
    }

    // model of method java.util.Deque.push, java.util.ArrayDeque.push
    static <E> void push(Deque<E> deque, E element) {
        deque.addFirst(element);
    }

    // model of method java.util.Deque.pop, java.util.ArrayDeque.pop
    static <E> E pop(Deque<E> deque) {
        return deque.removeFirst();
    }

    // model of method java.util.Deque.remove, java.util.ArrayDeque.remove, java.util.Queue.remove
    static <E> E remove(Deque<E> deque) {
        return deque.removeFirst();
    }

    // model of method java.util.Deque.poll, java.util.ArrayDeque.poll, java.util.Queue.poll
    static <E> E poll(Deque<E> deque) {
        return deque.pollFirst();
    }

    // model of method java.util.Deque.peek, java.util.ArrayDeque.peek, java.util.Queue.peek
    static <E> E peek(Deque<E> deque) {
        return deque.peekFirst();
    }

    // model of method java.util.Deque.element, java.util.ArrayDeque.element, java.util.Queue.element
    static <E> E element(Deque<E> deque) {
        return deque.getFirst();
    }

    // model of method java.util.Deque.isEmpty, java.util.ArrayDeque.isEmpty, java.util.Queue.isEmpty
    static <E> boolean isEmpty(Deque<E> deque) {
        return deque.size() == 0;
    }

    // model of method java.util.Map.isEmpty, java.util.HashMap.isEmpty, java.util.LinkedHashMap.isEmpty
    static <K, V> boolean isEmpty(Map<K, V> map) {
        return map.size() == 0;
    }

    // Not of Map: another thread may come between in a map that several share.
    // model of method java.util.HashMap.getOrDefault, java.util.LinkedHashMap.getOrDefault
    static <K, V> V getOrDefault(Map<K, V> map, Object key, V otherwise) {
        return map.containsKey(key) ? map.get(key) : otherwise;
    }

    // Not of Map: another thread may come between in a map that several share.
    // model of method java.util.HashMap.putIfAbsent, java.util.LinkedHashMap.putIfAbsent
    static <K, V> V putIfAbsent(Map<K, V> map, K key, V value) {
        var found = map.get(key);
        if (found == null) {
            map.put(key, value);
        }
        return found;
    }

    // model of method java.util.HashMap.containsKey, java.util.LinkedHashMap.containsKey assuming present-elements
    static <K, V> boolean containsKey(Map<K, V> map, K key) {
        return map.get(key) != null;
    }

    // model of method java.util.HashMap.computeIfAbsent, java.util.LinkedHashMap.computeIfAbsent with quiet functions
    static <K, V> V computeIfAbsent(Map<K, V> map, K key, Function<? super K, ? extends V> making) {
        var found = map.get(key);
        if (found != null) {
            return found;
        }
        var made = making.apply(key);
        if (made != null) {
            map.put(key, made);
        }
        return made;
    }

    // model of method java.util.HashMap.merge, java.util.LinkedHashMap.merge with quiet functions, assuming present-elements
    static <K, V> V merge(Map<K, V> map, K key, V value, BiFunction<? super V, ? super V, ? extends V> joining) {
        Objects.requireNonNull(value);
        var found = map.get(key);
        var made = found == null ? value : joining.apply(found, value);
        if (made == null) {
            map.remove(key);
        } else {
            map.put(key, made);
        }
        return made;
    }

    // model of function java.util.Comparator.comparingInt
    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        return (a, b) -> Integer.compare(key.applyAsInt(a), key.applyAsInt(b));
    }

    // model of function java.util.Comparator.comparingLong
    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        return (a, b) -> Long.compare(key.applyAsLong(a), key.applyAsLong(b));
    }

    // model of function java.util.Comparator.comparingDouble
    static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) {
        return (a, b) -> Double.compare(key.applyAsDouble(a), key.applyAsDouble(b));
    }

    // model of function java.util.Comparator.comparing
    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        return (a, b) -> key.apply(a).compareTo(key.apply(b));
    }

    // model of function java.util.Comparator.comparing
    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return (a, b) -> order.compare(key.apply(a), key.apply(b));
    }

    // model of function java.util.Collections.sort
    static <T extends Comparable<? super T>> void sort(List<T> list) {
        list.sort(null);
    }

    // model of function java.util.Collections.sort
    static <T> void sort(List<T> list, Comparator<? super T> order) {
        list.sort(order);
    }

    // model of method java.util.Optional.isEmpty
    static <T> boolean isEmpty(Optional<T> optional) {
        return !optional.isPresent();
    }

    // model of method java.util.Optional.orElse
    static <T> T orElse(Optional<T> optional, T otherwise) {
        return optional.isPresent() ? optional.get() : otherwise;
    }

    // model of method java.util.Optional.orElseGet
    static <T> T orElseGet(Optional<T> optional, Supplier<? extends T> otherwise) {
        return optional.isPresent() ? optional.get() : otherwise.get();
    }

    // model of method java.util.Optional.orElseThrow
    static <T> T orElseThrow(Optional<T> optional) {
        return optional.get();
    }

    // model of method java.util.Optional.orElseThrow
    static <T, X extends Throwable> T orElseThrow(Optional<T> optional, Supplier<? extends X> otherwise)
            throws X {
        if (optional.isPresent()) {
            return optional.get();
        }
        throw otherwise.get();
    }

    // model of method java.util.Optional.ifPresent
    static <T> void ifPresent(Optional<T> optional, Consumer<? super T> action) {
        if (optional.isPresent()) {
            action.accept(optional.get());
        }
    }

    // model of method java.util.Optional.map
    static <T, U> Optional<U> map(Optional<T> optional, Function<? super T, ? extends U> change) {
        Objects.requireNonNull(change);
        return optional.isPresent()
                ? Optional.ofNullable(change.apply(optional.get()))
                : Optional.empty();
    }

    // model of method java.util.Optional.flatMap
    static <T, U> Optional<U> flatMap(Optional<T> optional, Function<? super T, Optional<U>> change) {
        Objects.requireNonNull(change);
        return optional.isPresent()
                ? Objects.requireNonNull(change.apply(optional.get()))
                : Optional.empty();
    }

    // model of method java.util.Optional.filter
    static <T> Optional<T> filter(Optional<T> optional, Predicate<? super T> wanted) {
        Objects.requireNonNull(wanted);
        if (optional.isPresent() && !wanted.test(optional.get())) {
            return Optional.empty();
        }
        return optional;
    }

    // model of method java.util.Optional.ifPresentOrElse
    static <T> void ifPresentOrElse(Optional<T> optional, Consumer<? super T> action, Runnable otherwise) {
        if (optional.isPresent()) {
            action.accept(optional.get());
        } else {
            otherwise.run();
        }
    }

    // model of method java.util.Optional.isPresent on java.util.Optional.of
    static <T> boolean isPresentOfValue(T value) {
        return true;
    }

    // model of method java.util.Optional.isPresent on java.util.Optional.ofNullable
    static <T> boolean isPresentOfNullable(T value) {
        return value != null;
    }

    // model of method java.util.Optional.isPresent on java.util.Optional.empty
    static boolean isPresentOfNothing() {
        return false;
    }

    // model of method java.util.Optional.get on java.util.Optional.of
    static <T> T getOfValue(T value) {
        return value;
    }

    // model of method java.util.Optional.get on java.util.Optional.ofNullable
    static <T> T getOfNullable(T value) {
        return value != null ? value : Optional.<T>empty().get();
    }

    // model of function java.util.Objects.requireNonNull
    static <T> T requireNonNull(T value, String message) {
        if (value == null) {
            throw new NullPointerException(message);
        }
        return value;
    }

    // model of function java.util.Objects.requireNonNullElseGet
    static <T> T requireNonNullElseGet(T value, Supplier<? extends T> otherwise) {
        return value != null
                ? value
                : Objects.requireNonNull(Objects.requireNonNull(otherwise, "supplier").get(), "supplier.get()");
    }

    // model of function java.lang.Math.abs
    static int abs(int value) {
        return value < 0 ? -value : value;
    }

    // model of function java.lang.Math.abs
    static long abs(long value) {
        return value < 0 ? -value : value;
    }

    // model of function java.lang.Integer.signum
    static int signum(int value) {
        return value < 0 ? -1 : value > 0 ? 1 : 0;
    }

    // model of function java.util.Arrays.fill
    static void fill(int[] values, int value) {
        for (int at = 0; at < values.length; at++) {
            values[at] = value;
        }
    }

    // model of function java.util.Arrays.fill
    static void fill(long[] values, long value) {
        for (int at = 0; at < values.length; at++) {
            values[at] = value;
        }
    }

    // model of function java.util.Arrays.fill
    static void fill(boolean[] values, boolean value) {
        for (int at = 0; at < values.length; at++) {
            values[at] = value;
        }
    }

    // model of function java.util.Arrays.fill
    static void fill(char[] values, char value) {
        for (int at = 0; at < values.length; at++) {
            values[at] = value;
        }
    }

    // model of method java.util.HashMap.computeIfPresent, java.util.LinkedHashMap.computeIfPresent with quiet functions
    static <K, V> V computeIfPresent(Map<K, V> map, K key, BiFunction<? super K, ? super V, ? extends V> making) {
        var found = map.get(key);
        if (found == null) {
            return null;
        }
        var made = making.apply(key, found);
        if (made == null) {
            map.remove(key);
        } else {
            map.put(key, made);
        }
        return made;
    }

    // model of method java.util.HashMap.compute, java.util.LinkedHashMap.compute with quiet functions
    static <K, V> V compute(Map<K, V> map, K key, BiFunction<? super K, ? super V, ? extends V> making) {
        var made = making.apply(key, map.get(key));
        if (made == null) {
            map.remove(key);
        } else {
            map.put(key, made);
        }
        return made;
    }

    // model of method java.util.Optional.or
    static <T> Optional<T> or(Optional<T> optional, Supplier<Optional<T>> otherwise) {
        Objects.requireNonNull(otherwise);
        return optional.isPresent() ? optional : Objects.requireNonNull(otherwise.get());
    }

    // model of function java.util.Collections.swap
    static <T> void swap(List<T> list, int one, int other) {
        var first = list.get(one);
        list.set(one, list.get(other));
        list.set(other, first);
    }
}
