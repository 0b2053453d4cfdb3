package p;

class A {
    void process(File file, Text fileText) {
        final Contents contents = new Contents(fileText);
        walk(parse(contents));
    }
}
