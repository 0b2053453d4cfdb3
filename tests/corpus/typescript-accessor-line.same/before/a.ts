class A {
  accessor  x = 1;
}
