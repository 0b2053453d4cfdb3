package p;

class A {
    void put(Key key, Value value) {
        if (key != null) {
            if (!known(key)) {
                store(key, value);
                count += 1;
            }
        }
    }

}
