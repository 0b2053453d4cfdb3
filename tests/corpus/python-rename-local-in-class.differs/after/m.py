found = 1


def visit(rows):
    found = []

    class Visitor:
        first = [seen]

        def visit(self, row):
            found.append(row)

    for row in rows:
        Visitor().visit(row)
    return found
