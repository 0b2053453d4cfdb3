import asyncio


class Task:
    _blocking = False

    def look(self):
        return self._blocking


print(asyncio.isfuture(Task()))
