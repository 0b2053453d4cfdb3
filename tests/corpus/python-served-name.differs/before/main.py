def answer(event):
    return {"status": 200, "body": event}
