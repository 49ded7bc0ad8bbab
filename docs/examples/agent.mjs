// Shows on a home what this agent does. Node 22, no packages.
const home = process.env.HOME_WORLD_URL ?? 'http://127.0.0.1:4200';
const token = process.env.HOME_WORLD_BRIDGE_TOKEN;
const socket = new WebSocket(new URL('/api/world/ws', home.replace(/^http/, 'ws')));
const send = (frame) => socket.send(JSON.stringify(frame));
const target = { kind: 'file', name: 'docs/agents.md' };
const activity = { state: 'working', task: 'Write the guide', progress: 0.4, target };
const why = { 1006: `no home answers at ${home}`, 1008: 'HOME_WORLD_BRIDGE_TOKEN is not its secret' };

socket.onopen = () => send({ type: 'hello', version: 1, role: 'resident', token });
socket.onclose = ({ code, reason }) => console.log(`closed: ${code} ${why[code] ?? reason}`);
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.type === 'welcome') send({ type: 'activity', activity });
  // The first of these frames may be what the home knew before.
  if (frame.type === 'activity' && frame.activity.task === activity.task) {
    console.log(`the home shows: ${frame.activity.state}, ${frame.activity.task}`);
    socket.close();
  }
};
