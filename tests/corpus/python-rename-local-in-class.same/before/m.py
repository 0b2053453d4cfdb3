def visit(rows):
    seen = []

    class Visitor:
        depth = 0

        def visit(self, row):
            seen.append(row)

    for row in rows:
        Visitor().visit(row)
    return seen
