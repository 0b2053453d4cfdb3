NAMES = "be" + "tas"
