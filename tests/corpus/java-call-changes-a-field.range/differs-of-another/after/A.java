class B {
  String s;

  String h() {
    s = "";
    return s;
  }
}

class A {
  String f(B b) {
    return b.s + b.h();
  }
}
