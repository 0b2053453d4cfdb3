struct Guard { Guard(); Guard(int &); ~Guard(); };
void work();
void f(int m) {
  (Guard(m));
  work();
}
