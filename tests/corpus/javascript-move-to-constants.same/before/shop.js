const RATES = { food: 0.07, other: [0.19] };
