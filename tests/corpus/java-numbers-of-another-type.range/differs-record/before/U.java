record U(int n) {}
