package p;

class E {}
