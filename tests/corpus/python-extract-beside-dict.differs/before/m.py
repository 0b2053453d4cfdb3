def total(rows):
    whole = 0
    for row in rows:
        whole += row
    return whole


def show(thing):
    return sorted(globals())
