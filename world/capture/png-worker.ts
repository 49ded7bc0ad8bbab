import { PngWriter } from '../utils/png.ts';

/** What the page sends: first the size, then rows, then nothing more. */
export type PngRequest =
  | { readonly width: number; readonly height: number; readonly texts: Readonly<Record<string, string>> }
  | { readonly rows: Uint8Array<ArrayBuffer> }
  | { readonly end: true };
/** One answer to each. */
export type PngAnswer = { readonly file?: Blob } | { readonly failure: string };

/** Packs a picture off the page's thread. */
let writer: PngWriter | undefined;

async function answer(request: PngRequest): Promise<PngAnswer> {
  if ('width' in request) writer = new PngWriter(request.width, request.height, request.texts);
  else if ('rows' in request) await writer?.write(request.rows);
  else if (writer) return { file: await writer.finish() };
  return {};
}

async function reply(request: PngRequest): Promise<void> {
  try {
    postMessage(await answer(request));
  } catch (error) {
    postMessage({ failure: String(error) } satisfies PngAnswer);
  }
}

addEventListener('message', ({ data }: MessageEvent<PngRequest>) => void reply(data));
