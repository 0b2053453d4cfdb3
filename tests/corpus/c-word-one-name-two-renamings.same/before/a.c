DECLARE(gross)
int part = 3;
#define ADD(x) ((x) + 1)
int gross(int net) { int part = net; return ADD(part); }
