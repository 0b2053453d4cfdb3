def check():
    class Sack(set):
        pass

    bag = Sack([1])
    return str(bag)


print(check())
