package p;

class A {
    void report(List<Info> missing) {
        missing.stream().filter(one -> !one.isFound())
            .forEach(info -> {
                log(info.line(), info.name());
            });
    }
}
