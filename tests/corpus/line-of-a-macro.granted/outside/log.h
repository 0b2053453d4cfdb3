#define LOG(x) printf("%d %s", __LINE__, x)
