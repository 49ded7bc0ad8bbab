"""Moves into a home as its resident, and answers each question. Needs websockets."""
import asyncio, json, os, sys
import websockets

NAME = "Python agent"
lives_there = False


async def live(home):
    global lives_there
    async with websockets.connect(home.rstrip("/").replace("http", "ws", 1) + "/api/world/ws") as socket:
        async def send(**frame):
            await socket.send(json.dumps(frame))

        token = os.environ.get("HOME_WORLD_BRIDGE_TOKEN", "")
        await send(type="hello", version=1, role="resident", token=token)
        await send(type="enter", name=NAME, place="local")
        async for text in socket:
            frame = json.loads(text)
            if frame["type"] == "error":
                print(frame["message"], file=sys.stderr)
            if frame["type"] == "resident" and frame["resident"].get("by") == NAME:
                lives_there = True
                print(NAME, "lives in", home, "now", flush=True)
            if frame["type"] == "question":
                await send(type="answer-delta", id=frame["id"], text="You wrote: ")
                await send(type="act", id=frame["id"], action="fireworks", detail={"reason": "a question"})
                await send(type="answer-delta", id=frame["id"], text=frame["text"])
                await send(type="answer-end", id=frame["id"], end="complete")


async def main(home):
    while True:
        why = "the home has ended"
        try:
            await live(home)
        except (OSError, asyncio.TimeoutError, websockets.exceptions.WebSocketException) as error:
            why = error
        closed = f"The connection to {home} is closed: {why}"
        if not lives_there or "unauthorized" in closed:
            sys.exit(closed)
        # The home restarts, or this machine has slept: it moves in again.
        print(closed, file=sys.stderr, flush=True)
        await asyncio.sleep(2)


try:
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4200"))
except KeyboardInterrupt:
    pass
