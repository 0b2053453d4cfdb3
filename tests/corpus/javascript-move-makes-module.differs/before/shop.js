const RATES = { food() { return this; } };
