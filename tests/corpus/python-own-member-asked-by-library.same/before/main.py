import asyncio


class Task:
    _asyncio_blocking = False

    def look(self):
        return self._asyncio_blocking


print(asyncio.isfuture(Task()))
