record U(double n) {}
