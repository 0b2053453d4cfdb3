import shop


class Basket:
    goods = [1, 2]


def test_sum():
    assert shop.total(Basket.goods) == 3
