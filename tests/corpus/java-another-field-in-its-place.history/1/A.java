package p;

class A {
    private final List<Message> messages = new Messages();

    void f() {
        messages.clear();
    }

}
