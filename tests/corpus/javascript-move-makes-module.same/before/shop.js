const RATES = { food: 0.07 };
