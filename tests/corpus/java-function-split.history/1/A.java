package p;

class A {
    void prepare(Set<Id> want) {
        count(want);
    }

    private void count(Set<Id> want) {
        Walk walk = new Walk(reader);
        walk.setRetainBody(false);
        for (Id id : want) {
            walk.markStart(walk.parse(id));
        }
        walk.sort(Order.TOPOLOGICAL);
        Commit next;
        while ((next = walk.next()) != null) {
            monitor.update(next.size());
        }
        monitor.endTask();
    }
}
