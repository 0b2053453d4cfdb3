def visit(rows):
    found = []

    class Visitor:
        depth = 0

        def visit(self, row):
            found.append(row)

    for row in rows:
        Visitor().visit(row)
    return found
