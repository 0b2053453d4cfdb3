def check():
    class Bag(set):
        pass

    bag = Bag([1])
    return str(bag)


print(check())
