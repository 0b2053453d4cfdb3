print("here")
