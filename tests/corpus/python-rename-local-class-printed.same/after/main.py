def check():
    class Sack:
        pass

    bag = Sack()
    return str(bag is None)


print(check())
