DECLARE(gross)
int part = 3;
#define ADD(x) ((x) + 1)
int gross(int net) { int rest = net; return ADD(rest); }
