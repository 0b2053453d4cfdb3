package p;

class A {
    Converter find(Type source, Type target) {
        Converter converter = byClasses(source.raw(), target.raw());
        if (converter == null) {
            for (Matcher matcher : matchers) {
                if (matcher.canConvert(source, target)) {
                    return matcher;
                }
            }
        }
        return converter;
    }

    Converter byClasses(Class source, Class target) {
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
