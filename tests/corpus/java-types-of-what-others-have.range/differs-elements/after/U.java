class U {
    double[] size;
}
