def log(row, seen):
    seen.append(row)
    print(row)


def run(row, seen):
    log(row, seen)
