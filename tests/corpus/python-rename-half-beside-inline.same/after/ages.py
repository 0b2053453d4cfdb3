def older(one, two, clock):
    first = clock.age(one)
    return first > clock.age(two)
