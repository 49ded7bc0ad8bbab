// Moves into a home as its resident, and answers each question. Needs Node 22 or newer.
const home = process.argv[2] ?? 'http://127.0.0.1:4200';
const socket = new WebSocket(`${home.replace(/^http/, 'ws').replace(/\/$/, '')}/api/world/ws`);
const send = (frame) => socket.send(JSON.stringify(frame));
const name = 'Node agent';

socket.onopen = () => {
  send({ type: 'hello', version: 1, role: 'resident', token: process.env.HOME_WORLD_BRIDGE_TOKEN });
  send({ type: 'enter', name, place: 'local' });
};
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.type === 'error') console.error(frame.message);
  if (frame.type === 'resident' && frame.resident.by === name) console.log(`${name} lives in ${home} now`);
  if (frame.type !== 'question') return;
  const { id, text } = frame;
  send({ type: 'answer-delta', id, text: 'You wrote: ' });
  send({ type: 'act', id, action: 'fireworks', detail: { reason: 'a question' } });
  send({ type: 'answer-delta', id, text });
  send({ type: 'answer-end', id, end: 'complete' });
};
socket.onclose = ({ code, reason }) => {
  const why = { 1006: 'no home answers there', 1008: 'HOME_WORLD_BRIDGE_TOKEN is not its secret' };
  console.error(`The connection to ${home} is closed: ${why[code] ?? `${code} ${reason}`}.`);
};
