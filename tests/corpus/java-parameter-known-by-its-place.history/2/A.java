package p;

class A {
    void bind(Query q, Context context) {
        context.collector().put(q.name());
    }

}
