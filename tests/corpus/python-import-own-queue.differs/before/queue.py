print("queue")
