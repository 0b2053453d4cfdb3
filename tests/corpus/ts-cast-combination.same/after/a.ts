const cached = cache[index] as Node | undefined
f(cached)
