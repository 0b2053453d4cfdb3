interface Orders {
    Order find(int key);
}
