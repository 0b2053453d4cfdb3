def check():
    class Sack(set):
        pass

    bag = Sack([1])
    return str(len(bag))


print(check())
