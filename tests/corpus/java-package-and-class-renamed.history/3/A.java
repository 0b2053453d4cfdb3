package p.q;

class B {
    String load(String path) {
        Reader reader = open(path);
        String text = reader.readAll();
        reader.close();
        return text.strip();
    }

}
