"""Shows on a home what this agent does. Python 3, no packages."""
import json
import os
import urllib.request

home = os.environ.get("HOME_WORLD_URL", "http://127.0.0.1:4200")
token = os.environ.get("HOME_WORLD_BRIDGE_TOKEN", "")

def report(state, **fields):
    body = json.dumps({"state": state, **fields}).encode()
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(home + "/api/events", body, headers), timeout=10) as answer:
            return json.load(answer)["activity"]
    except OSError as error:
        raise SystemExit(f"{home} took no report: {error}. Does it run, and is HOME_WORLD_BRIDGE_TOKEN its secret?")

shown = report("working", task="Water the plants", step="The ferns", progress=0.4)
print("the home shows:", shown["state"], shown["task"])
report("idle")
