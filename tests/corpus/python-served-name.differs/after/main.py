def reply(event):
    return {"status": 200, "body": event}
