DECLARE(gross)
int part = 3;
#define ADD(x) ((x) + part)
int gross(int net) { int rest = net; return ADD(rest); }
