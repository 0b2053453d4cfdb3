def total(rows):
    found = 0
    for row in rows:
        if not row.counts:
            break
        found += row.value
    return found
