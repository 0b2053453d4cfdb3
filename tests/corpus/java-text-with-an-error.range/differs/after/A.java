class A {
int n;
D d;
Object g(int a) {
List<? extends T>= x = h(a);
return x;
}
}
