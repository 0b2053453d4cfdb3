package p;

public interface A {
    String load(String path);

}
