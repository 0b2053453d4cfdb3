DECLARE(twice)
int twice(int net) { int sum = net; return sum * 2; }
