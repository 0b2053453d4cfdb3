interface Orders {
    Order find(int id);
}
