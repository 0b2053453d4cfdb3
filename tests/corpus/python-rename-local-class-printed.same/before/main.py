def check():
    class Bag:
        pass

    bag = Bag()
    return str(bag is None)


print(check())
