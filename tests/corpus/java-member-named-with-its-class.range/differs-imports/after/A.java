import static p.P.k;

class A {}
