class U {
    double size;
}
