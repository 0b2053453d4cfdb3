package p;

class A {
  int m() {
    return K.k();
  }
}
