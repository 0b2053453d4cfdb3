class A {
    String f(Object[] all) {
        return U.show(all);
    }
}
