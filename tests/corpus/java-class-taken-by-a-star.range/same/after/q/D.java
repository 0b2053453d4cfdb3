package q;

public class D {
    public String toString() {
        return "q";
    }
}
