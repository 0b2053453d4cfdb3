fn begin() {
    run();
}
