import rates


def change():
    rates.RATE = 5


print(rates.pair(change))
