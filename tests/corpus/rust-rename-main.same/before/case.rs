fn start() {
    run();
}
