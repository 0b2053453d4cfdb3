package p;

class A {
    void process(File file) {
        if (!Names.matches(file, extensions())) {
            return;
        }
        Text text = Text.of(file);
        walk(parse(text));
        messages.clear();
    }
}
