import shop


class Cart:
    goods = [1, 2]


def test_sum():
    assert shop.total(Cart.goods) == 3
