def check():
    class Bag(set):
        pass

    bag = Bag([1])
    return str(len(bag))


print(check())
