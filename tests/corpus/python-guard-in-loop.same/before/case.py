def total(rows):
    found = 0
    for row in rows:
        if row.counts:
            found += row.value
    return found
