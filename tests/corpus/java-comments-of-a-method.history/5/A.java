package p;

class A {
    /** Loads it. */
    // long
    // by far
    String load(String path) {
        Reader reader = open(path);
        String text = reader.readAll();
        // done
        reader.close();
        return text.strip();
    }

}
