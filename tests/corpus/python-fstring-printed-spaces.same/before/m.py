def show(total, size):
    print(f"{total/size}")
