package p;

class A {
    String load(String path) {
        return load(path, 0);
    }

    String load(String path, int flags) {
        Reader reader = open(path);
        String text = reader.readAll();
        reader.close();
        return text.strip();
    }

}
