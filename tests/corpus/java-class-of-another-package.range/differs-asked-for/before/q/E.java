package q;

class E {}
