"""`python -m tests.site.flooding PORT`: Daphne as the site runs it, with an application that sends each socket far more
than a reader who does not read can take. Prints `ready`, and with every line it reads the memory it has used at most,
in kB."""

import asyncio
import os
import resource
import sys
import threading
from typing import Any

FRAME, FRAMES = "x" * 50_000, 800  # 40 MB


async def application(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    for _frame in range(FRAMES if scope["path"] == "/flood" else 1):
        await send({"type": "websocket.send", "text": FRAME})
        await asyncio.sleep(0.001)
    while (await receive())["type"] != "websocket.disconnect":
        pass


def tell_memory() -> None:
    for _line in sys.stdin:
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, flush=True)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    import django

    django.setup()
    from whot_site.serving import serve

    threading.Thread(target=tell_memory, daemon=True).start()
    serve(application, lambda: print("ready", flush=True), host="127.0.0.1", port=int(sys.argv[1]))


if __name__ == "__main__":
    main()
