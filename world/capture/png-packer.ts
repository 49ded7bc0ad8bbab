import type { PngAnswer, PngRequest } from './png-worker.ts';

/** Rows go in, a file comes out; one request at a time. */
export interface PngPacker {
  /** Whole rows of RGB, from the top; they are the packer's from then on. */
  write(rows: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<Blob>;
  dispose(): void;
}

export interface PackerOptions {
  /** Ends every wait for the worker: nobody wants the picture any more. */
  readonly signal: AbortSignal;
  readonly start?: () => Worker;
  /** Milliseconds for the worker's first answer. */
  readonly patience?: number;
}

/** For the worker's file, which may come over a slow line. Milliseconds. */
const START_MS = 15_000;
/** For the rows of one part, at most fifty megabytes: seconds on a phone. Milliseconds. */
const ROWS_MS = 60_000;

/** The worker says nothing. Where it does not even say that it failed, the page would wait for ever. */
class Silence extends Error {
  constructor(milliseconds: number) {
    super(
      `what packs it has not answered for ${milliseconds / 1000} seconds. Take it again, or reload the page.`,
    );
  }
}

const startWorker = (): Worker => new Worker(new URL('./png-worker.ts', import.meta.url), { type: 'module' });

/** Packs in a worker, so that the page answers meanwhile; where there are none, on the page. */
export async function createPacker(
  width: number,
  height: number,
  texts: Readonly<Record<string, string>>,
  { signal, start = startWorker, patience = START_MS }: PackerOptions,
): Promise<PngPacker> {
  let worker: Worker | undefined;
  try {
    worker = start();
    const ask = asker(worker, signal);
    await ask({ width, height, texts }, patience);
    return {
      async write(rows) {
        await ask({ rows }, ROWS_MS, [rows.buffer]);
      },
      async finish() {
        const { file } = await ask({ end: true }, ROWS_MS);
        if (!file) throw new Error('the worker gave no file');
        return file;
      },
      dispose: () => worker?.terminate(),
    };
  } catch (error) {
    worker?.terminate();
    if (signal.aborted || error instanceof Silence) throw error;
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
  signal: AbortSignal,
): (request: PngRequest, patience: number, transfer?: Transferable[]) => Promise<{ readonly file?: Blob }> {
  return async (request, patience, transfer = []) => {
    signal.throwIfAborted();
    const answered = new AbortController();
    const answer = new Promise<{ readonly file?: Blob }>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Silence(patience)), patience);
      answered.signal.addEventListener('abort', () => clearTimeout(timer));
      signal.addEventListener('abort', () => reject(new Error('given up')), { signal: answered.signal });
      worker.onmessage = ({ data }: MessageEvent<PngAnswer>) =>
        'failure' in data ? reject(new Error(data.failure)) : resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'the worker stopped'));
      };
      worker.postMessage(request, transfer);
    });
    try {
      return await answer;
    } finally {
      answered.abort();
    }
  };
}
