from prices import price, rate
