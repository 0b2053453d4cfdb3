package p;

class A {
    int find() {
        if (cached != null) {
            return cached.size();
        } else if (stored != null) {
            return stored.length(limit);
        }
        return 0;
    }

}
