class U {
    int size;
}
