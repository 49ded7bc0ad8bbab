import type { PngAnswer, PngRequest } from './png-worker.ts';

/** Rows go in, a file comes out; one request at a time. */
export interface PngPacker {
  /** Whole rows of RGB, from the top; they are the packer's from then on. */
  write(rows: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<Blob>;
  dispose(): void;
}

const startWorker = (): Worker => new Worker(new URL('./png-worker.ts', import.meta.url), { type: 'module' });

/** Packs in a worker, so that the page answers meanwhile; where there are none, on the page. */
export async function createPacker(
  width: number,
  height: number,
  texts: Readonly<Record<string, string>>,
  start = startWorker,
): Promise<PngPacker> {
  let worker: Worker | undefined;
  try {
    worker = start();
    const ask = asker(worker);
    await ask({ width, height, texts });
    return {
      async write(rows) {
        await ask({ rows }, [rows.buffer]);
      },
      async finish() {
        const { file } = await ask({ end: true });
        if (!file) throw new Error('the worker gave no file');
        return file;
      },
      dispose: () => worker?.terminate(),
    };
  } catch {
    worker?.terminate();
    const { PngWriter } = await import('../utils/png.ts');
    const writer = new PngWriter(width, height, texts);
    return {
      write: (rows) => writer.write(rows),
      finish: () => writer.finish(),
      dispose: () => undefined,
    };
  }
}

function asker(
  worker: Worker,
): (request: PngRequest, transfer?: Transferable[]) => Promise<{ readonly file?: Blob }> {
  return (request, transfer = []) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<PngAnswer>) =>
        'failure' in data ? reject(new Error(data.failure)) : resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'the worker stopped'));
      };
      worker.postMessage(request, transfer);
    });
}
