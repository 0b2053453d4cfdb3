def check():
    class Sack:
        pass

    bag = Sack()
    return str(bag)


print(check())
