async def f(q):
    x = await q.get()
    return x
