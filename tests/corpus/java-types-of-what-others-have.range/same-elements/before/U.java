class U {
    int[] size;
}
