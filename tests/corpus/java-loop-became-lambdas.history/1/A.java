package p;

class A {
    void report(List<Info> missing) {
        for (final Info info : missing) {
            if (!info.isFound()) {
                log(info.line(), info.name());
            }
        }
    }
}
