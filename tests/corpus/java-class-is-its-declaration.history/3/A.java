package p;

public class A {
    String load(String path) {
        Reader reader = open(path);
        String text = reader.readAll();
        reader.close();
        return text.trim();
    }

}
