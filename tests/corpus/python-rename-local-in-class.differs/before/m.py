found = 1


def visit(rows):
    seen = []

    class Visitor:
        first = [seen]

        def visit(self, row):
            seen.append(row)

    for row in rows:
        Visitor().visit(row)
    return seen
