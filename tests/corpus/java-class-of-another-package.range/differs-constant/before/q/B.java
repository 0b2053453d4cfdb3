package q;

class B {}
