class U {
    int size;
    int count;
}
