// Moves into a home as its resident, and answers each question. Needs Node 22 or newer.
const home = process.argv[2] ?? 'http://127.0.0.1:4200';
const name = 'Node agent';
let livesThere = false;

function connect() {
  const socket = new WebSocket(`${home.replace(/^http/, 'ws').replace(/\/$/, '')}/api/world/ws`);
  const send = (frame) => socket.send(JSON.stringify(frame));

  socket.onopen = () => {
    send({ type: 'hello', version: 1, role: 'resident', token: process.env.HOME_WORLD_BRIDGE_TOKEN });
    send({ type: 'enter', name, place: 'local' });
  };
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type === 'error') console.error(frame.message);
    if (frame.type === 'resident' && frame.resident.by === name) {
      livesThere = true;
      console.log(`${name} lives in ${home} now`);
    }
    if (frame.type !== 'question') return;
    const { id, text } = frame;
    send({ type: 'answer-delta', id, text: 'You wrote: ' });
    send({ type: 'act', id, action: 'fireworks', detail: { reason: 'a question' } });
    send({ type: 'answer-delta', id, text });
    send({ type: 'answer-end', id, end: 'complete' });
  };
  socket.onclose = ({ code, reason }) => {
    const isRefused = reason === 'unauthorized';
    const why = isRefused ? 'HOME_WORLD_BRIDGE_TOKEN is not its secret' : reason || 'no home answers there';
    console.error(`The connection to ${home} is closed: ${why} (${code}).`);
    // The home restarts, or this machine has slept: it moves in again.
    if (livesThere && !isRefused) setTimeout(connect, 2_000);
  };
}

connect();
