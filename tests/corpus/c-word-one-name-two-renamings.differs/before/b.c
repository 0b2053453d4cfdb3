DECLARE(twice)
int twice(int net) { int part = net; return part * 2; }
