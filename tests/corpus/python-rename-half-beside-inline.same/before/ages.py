def older(one, two, clock):
    first = clock.age(one)
    second = clock.age(two)
    return first > second
