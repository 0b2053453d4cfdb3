TABLE = {}


def show(rows):
    for row in rows:
        _twice(row)


TABLE["show"] = show
COUNT = len("show")


def _twice(row):
    print(row)
    print(row)
