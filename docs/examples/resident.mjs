// Moves into a home as its resident, and answers each question. Needs Node 22 or newer.
const socket = new WebSocket(`${process.argv[2].replace(/^http/, 'ws')}/api/world/ws`);
const send = (frame) => socket.send(JSON.stringify(frame));

socket.onopen = () => {
  send({ type: 'hello', version: 1, role: 'resident', token: process.env.HOME_WORLD_BRIDGE_TOKEN });
  send({ type: 'enter', name: 'Node agent', place: 'local' });
};
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.type === 'error') console.error(frame.message);
  if (frame.type !== 'question') return;
  const { id, text } = frame;
  send({ type: 'answer-delta', id, text: 'You wrote: ' });
  send({ type: 'act', id, action: 'fireworks', detail: { reason: 'a question' } });
  send({ type: 'answer-delta', id, text });
  send({ type: 'answer-end', id, end: 'complete' });
};
socket.onclose = ({ code, reason }) => console.error(`The home closed the connection: ${code} ${reason}`);
