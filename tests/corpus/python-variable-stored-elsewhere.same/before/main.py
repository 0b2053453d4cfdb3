import rates


def change():
    return rates.RATE


print(rates.pair(change))
