TABLE = {}


def show(rows):
    for row in rows:
        print(row)
        print(row)


TABLE["show"] = show
COUNT = len("show")
