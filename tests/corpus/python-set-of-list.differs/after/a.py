x = {"ab"}
