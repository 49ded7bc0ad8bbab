"""Moves into a home as its resident, and answers each question. Needs python3-websockets."""
import asyncio, json, os, sys
import websockets


async def main(home):
    async with websockets.connect(home.replace("http", "ws", 1) + "/api/world/ws") as socket:
        async def send(**frame):
            await socket.send(json.dumps(frame))

        await send(type="hello", version=1, role="resident", token=os.environ["HOME_WORLD_BRIDGE_TOKEN"])
        await send(type="enter", name="Python agent", place="local")
        async for text in socket:
            frame = json.loads(text)
            if frame["type"] == "question":
                await send(type="answer-delta", id=frame["id"], text="You wrote: ")
                await send(type="act", id=frame["id"], action="fireworks", detail={"reason": "a question"})
                await send(type="answer-delta", id=frame["id"], text=frame["text"])
                await send(type="answer-end", id=frame["id"], end="complete")


asyncio.run(main(sys.argv[1]))
