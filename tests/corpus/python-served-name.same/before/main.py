def answer(event):
    return {"status": 200, "body": event}


print(answer(1))
