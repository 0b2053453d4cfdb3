package p;

class A {
    void put(Key key, Value value) {
        if (key != null && !known(key)) {
                store(key, value);
                count += 1;
        }
    }

}
