broker_url = "a"
