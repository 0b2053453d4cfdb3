async def f(a):
    return await a.b
