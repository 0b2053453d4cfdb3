async def f(q):
    item = q.get()
    return item
