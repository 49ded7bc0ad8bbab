import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PackerOptions, type PngPacker, createPacker } from '../../../world/capture/png-packer.ts';

class FakeWorker {
  onmessage: ((event: { readonly data: object }) => void) | null = null;
  onerror: ((event: { readonly message: string; preventDefault(): void }) => void) | null = null;
  ended = false;
  readonly #answer: (worker: FakeWorker, request: object) => void;

  constructor(answer: (worker: FakeWorker, request: object) => void) {
    this.#answer = answer;
  }

  postMessage(request: object): void {
    queueMicrotask(() => this.#answer(this, request));
  }

  terminate(): void {
    this.ended = true;
  }
}

const silent = (): FakeWorker => new FakeWorker(() => undefined);

const pack = (worker: FakeWorker, options: Partial<PackerOptions> = {}): Promise<PngPacker> =>
  createPacker(
    1,
    1,
    {},
    { signal: new AbortController().signal, start: () => worker as unknown as Worker, ...options },
  );

describe('the packer of a picture', () => {
  it('says so when its worker stays silent, and ends it', async () => {
    const worker = silent();
    await assert.rejects(
      pack(worker, { patience: 20 }),
      /what packs it has not answered for 0\.02 seconds\. Take it again, or reload the page\./,
    );
    assert.equal(worker.ended, true);
  });

  it('waits 15 seconds for a worker', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    let failed = false;
    const packer = assert.rejects(pack(silent()), /not answered for 15 seconds/).then(() => (failed = true));
    test.mock.timers.tick(14_999);
    await new Promise(setImmediate);
    assert.equal(failed, false);
    test.mock.timers.tick(1);
    await packer;
  });

  it('waits no longer when nobody wants the picture, also in the middle of it', async () => {
    const first = silent();
    const early = new AbortController();
    const never = pack(first, { signal: early.signal });
    early.abort();
    await assert.rejects(never);
    assert.equal(first.ended, true);

    const late = new AbortController();
    const second = new FakeWorker((worker, request) => {
      if ('width' in request) worker.onmessage?.({ data: {} });
    });
    const packer = await pack(second, { signal: late.signal });
    const writing = packer.write(new Uint8Array(3));
    late.abort();
    await assert.rejects(writing);
    await assert.rejects(packer.finish());
  });

  it('packs on the page where the worker cannot be started', async () => {
    const worker = new FakeWorker((it) => it.onerror?.({ message: 'no', preventDefault: () => undefined }));
    const packer = await pack(worker);
    await packer.write(new Uint8Array(3));
    assert.equal((await packer.finish()).type, 'image/png');
    assert.equal(worker.ended, true);
  });
});
