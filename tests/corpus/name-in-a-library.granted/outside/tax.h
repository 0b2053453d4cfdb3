double levy(double);
