package p;

class A {
    Converter find(Class source, Class target) {
        Deque<Class> queue = new ArrayDeque<>();
        queue.add(source);
        while (!queue.isEmpty()) {
            Class current = queue.removeLast();
            Converter found = converters.get(new Key(current, target));
            if (found != null) {
                return found;
            }
            for (Class one : current.getInterfaces()) {
                queue.addFirst(one);
            }
        }
        return null;
    }
}
