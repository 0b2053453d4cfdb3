import asyncio


class Task:
    _asyncio_future_blocking = False

    def look(self):
        return self._asyncio_future_blocking


print(asyncio.isfuture(Task()))
