package p;

public class D {
    public String toString() {
        return "p";
    }
}
