def load(path):
    await = open(path).read()
    return await.strip()
