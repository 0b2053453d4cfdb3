def test_one():
    assert 1
