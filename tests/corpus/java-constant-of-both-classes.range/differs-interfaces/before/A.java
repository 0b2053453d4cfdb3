interface I {
  int K = 1;
}

interface J {
  int K = 2;
}

class A implements I {
  int m() {
    return K;
  }
}

class B implements J {}
