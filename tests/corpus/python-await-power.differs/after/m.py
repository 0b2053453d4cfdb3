async def f(a, b):
    return await a ** b
