import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** Passes each connection on to the next of several ports, or to one after it where that does not answer. */
export async function startBalancer(ports: readonly number[]) {
  const sockets = new Set<Socket>();
  let turn = 0;
  const pass = (client: Socket, left: number): void => {
    const port = ports[(turn += 1) % ports.length];
    if (left === 0 || port === undefined) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    sockets.add(upstream);
    upstream.once('connect', () => {
      upstream.removeAllListeners('error').on('error', () => client.destroy());
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
      client.pipe(upstream).pipe(client);
    });
    upstream.once('error', () => pass(client, left - 1));
    upstream.once('close', () => sockets.delete(upstream));
  };
  // The server does not keep a process running.
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy()).once('close', () => sockets.delete(client));
    pass(client, ports.length);
  }).unref();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async (): Promise<void> => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
