def store(lock, row, rows):
    with lock:
        if row in rows:
            pass
        else:
            rows.add(row)
    print(row)
