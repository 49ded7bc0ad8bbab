import { expect } from '@open-wc/testing';
import { type Verifier, createWorkerVerifier } from '../../../data/relay/verifier.ts';

interface Named {
  name: string;
  event: unknown;
}
const load = async (name: string): Promise<Named[]> =>
  (await (await fetch(new URL(`../../recorded/nostr/${name}.json`, import.meta.url))).json()) as Named[];

describe('verification in a worker', () => {
  const made: Verifier[] = [];
  const verifier = (...parameters: Parameters<typeof createWorkerVerifier>): Verifier => {
    const created = createWorkerVerifier(...parameters);
    made.push(created);
    return created;
  };
  /** A worker that runs the given text. */
  const workerOf = (script: string): Worker =>
    new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), { type: 'module' });

  afterEach(() => {
    for (const one of made.splice(0)) one.dispose();
  });

  it('accepts every recorded event', async () => {
    const { verify } = verifier();
    const results = await Promise.all((await load('events')).map(({ event }) => verify(event)));
    expect(results.filter(({ valid }) => valid)).to.have.length(results.length);
    expect(results.length).to.be.greaterThan(60);
  });

  it('refuses every forged event', async () => {
    const { verify } = verifier();
    for (const { name, event } of await load('events-forged'))
      expect((await verify(event)).valid, name).to.equal(false);
  });

  it('starts no worker before the first event', async () => {
    let started = 0;
    const { verify } = verifier(() => {
      started += 1;
      return workerOf(
        'onmessage = ({ data }) => postMessage({ requestId: data.requestId, result: { valid: false } })',
      );
    });
    expect(started).to.equal(0);
    await Promise.all([verify({}), verify({})]);
    expect(started).to.equal(1);
  });

  it('refuses the events of a worker that crashed, and starts another', async () => {
    let started = 0;
    const { verify } = verifier(() => {
      started += 1;
      return workerOf(
        started === 1
          ? 'onmessage = () => { throw new Error("dead") }'
          : 'onmessage = ({ data }) => postMessage({ requestId: data.requestId, result: { valid: true, event: {} } })',
      );
    });
    expect((await verify({})).valid).to.equal(false);
    expect((await verify({})).valid).to.equal(true);
    expect(started).to.equal(2);
  });

  it('gives up on a worker that does not answer', async () => {
    const { verify } = verifier(() => workerOf(''), 50);
    expect((await verify({})).valid).to.equal(false);
  });

  it('accepts nothing where workers are forbidden', async () => {
    const { verify } = verifier(() => {
      throw new Error('forbidden');
    });
    expect((await verify({})).valid).to.equal(false);
  });

  it('settles pending events on dispose', async () => {
    const one = verifier(() => workerOf(''));
    const pending = one.verify({});
    one.dispose();
    expect((await pending).valid).to.equal(false);
  });
});
