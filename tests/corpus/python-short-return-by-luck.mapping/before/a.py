def gone(q):
    audit(q)
    return None
