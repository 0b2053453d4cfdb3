struct Guard { Guard(); Guard(int &); ~Guard(); };
void work();
void f(int m) {
  m = 2;
  work();
}
