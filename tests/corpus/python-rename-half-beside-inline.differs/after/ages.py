def older(one, two, clock):
    start = clock.age(one)
    return first > clock.age(two)
