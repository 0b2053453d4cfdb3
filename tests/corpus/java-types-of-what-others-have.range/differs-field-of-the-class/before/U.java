class U {
    static int size;
}
