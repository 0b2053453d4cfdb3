package p;

class E extends Exception {}
