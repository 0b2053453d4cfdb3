class _Sack(set):
    def __repr__(self):
        return "bag"


bag = _Sack([1])
print(bag)
