def check(monkeypatch, value):
    monkeypatch.setattr("os.sep", value)
