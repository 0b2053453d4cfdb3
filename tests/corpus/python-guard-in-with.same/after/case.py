def store(lock, row, rows):
    with lock:
        if row not in rows:
            rows.add(row)
    print(row)
