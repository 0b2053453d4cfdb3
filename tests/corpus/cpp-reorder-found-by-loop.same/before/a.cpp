struct List { int *first; operator int *(); };
int *begin(int *);
int *end(int *);
static int sum(List list) { int n = 0; for (int i : list) n += i; return n; }
int *second(List &list) { return list.first + 1; }
