def check(monkeypatch, name):
    monkeypatch.setattr(name, None)
