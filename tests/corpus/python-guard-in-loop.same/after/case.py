def total(rows):
    found = 0
    for row in rows:
        if not row.counts:
            continue
        found += row.value
    return found
