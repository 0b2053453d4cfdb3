async def f(q):
    item = await q.get()
    return item
