import { TOKEN } from './agent.ts';
import { Client, type TestHome, withHome } from './helpers.ts';
import { echo } from './residents.ts';

type Options = NonNullable<Parameters<typeof withHome>[0]>;

/** A home with the token of agents; its own resident repeats the question. */
export const withRoom = (body: (home: TestHome) => Promise<void>, { bridge, ...more }: Options = {}) =>
  withHome({ resident: echo(), ...more, bridge: { token: TOKEN, ...bridge } }, body);

/** @param address The visitor's address, for a home that trusts a proxy. */
export async function visitor(url: string, address?: string): Promise<Client> {
  const client = new Client(url, address === undefined ? {} : { headers: { 'x-forwarded-for': address } });
  await client.hello();
  return client;
}

export const ask = (client: Client, id: string, text: string): void =>
  client.send({ type: 'chat', id, text });
