def run(row, seen):
    seen.append(row)
    print(row)
    None
