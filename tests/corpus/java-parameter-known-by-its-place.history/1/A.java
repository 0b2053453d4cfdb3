package p;

class A {
    void bind(Query q, Mappings mappings) {
        mappings.add(q.name());
    }

}
