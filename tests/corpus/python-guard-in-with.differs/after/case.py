def store(lock, row, rows):
    with lock:
        if row in rows:
            return
        rows.add(row)
    print(row)
