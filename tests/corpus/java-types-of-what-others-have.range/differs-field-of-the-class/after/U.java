class U {
    static double size;
}
