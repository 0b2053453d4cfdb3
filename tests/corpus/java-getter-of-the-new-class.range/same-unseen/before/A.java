class A {
  String n;

  int m() {
    return n.length();
  }
}

class B {
  C c;
}
