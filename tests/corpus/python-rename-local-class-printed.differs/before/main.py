def check():
    class Bag:
        pass

    bag = Bag()
    return str(bag)


print(check())
