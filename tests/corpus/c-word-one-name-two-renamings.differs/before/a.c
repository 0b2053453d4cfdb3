DECLARE(gross)
int part = 3;
#define ADD(x) ((x) + part)
int gross(int net) { int part = net; return ADD(part); }
