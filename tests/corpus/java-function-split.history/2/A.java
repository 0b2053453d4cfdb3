package p;

class A {
    void prepare(Set<Id> want) {
        Walk walk = setUp(want);
        count(walk);
    }

    private Walk setUp(Set<Id> want) {
        Walk walk = new Walk(reader);
        walk.setRetainBody(false);
        for (Id id : want) {
            walk.markStart(walk.parse(id));
        }
        walk.sort(Order.TOPOLOGICAL);
        return walk;
    }

    private void count(Walk walk) {
        Commit next;
        while ((next = walk.next()) != null) {
            monitor.update(next.size());
        }
        monitor.endTask();
    }
}
