def send(mail, box):
    if mail is not None:
        box.append(mail)
        print(len(box))
