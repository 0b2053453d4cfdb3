def send(mail, box):
    if mail is None:
        return
    box.append(mail)
    print(len(box))
