package q;

class E extends Exception {}
