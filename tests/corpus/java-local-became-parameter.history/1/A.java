package p;

class A {
    void process(File file, List<String> lines) {
        final Text text = Text.of(file, lines);
        final Contents contents = new Contents(text);
        walk(parse(contents));
    }
}
