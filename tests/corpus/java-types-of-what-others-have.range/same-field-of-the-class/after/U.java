class U {
    static int size;
    int count;
}
