def total(rows):
    return _sum(rows)


def _sum(rows):
    whole = 0
    for row in rows:
        whole += row
    return whole


def show(thing):
    return sorted(thing.__dict__)
