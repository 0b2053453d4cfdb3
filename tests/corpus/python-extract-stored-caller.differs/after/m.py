TABLE = {}


def show(rows):
    for row in rows:
        _twice(row)


TABLE["show"] = show
TABLE["show"]([1])


def _twice(row):
    print(row)
    print(row)
