const RATES = { food: start(), other: [0.19] };
