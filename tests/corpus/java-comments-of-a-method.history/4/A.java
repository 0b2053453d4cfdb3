package p;

class A {
    /** Loads it. */
    // too long
    // by far
    String load(String path) {
        Reader reader = open(path);
        String text = reader.readAll();
        // done
        reader.close();
        return text.strip();
    }

}
