const cached = cache[index] as VNode & undefined
f(cached)
