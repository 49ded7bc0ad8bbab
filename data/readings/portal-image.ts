import { RequestError, readParts } from '../core/http.ts';

/** A photograph of 1024 × 1024 pixels has about 200 kB; a disc shows 256. */
export const MAX_IMAGE_BYTES = 500_000;

/** Fetches a picture of at most `maxBytes`. Throws a `RequestError`, or the signal's reason. */
export async function fetchImage(
  url: string,
  maxBytes: number,
  signal: AbortSignal,
  fetch = globalThis.fetch,
): Promise<Blob> {
  const response = await fetch(url, { signal, credentials: 'same-origin', redirect: 'error' });
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && response.body && type.startsWith('image/'))
    return new Blob(await readParts(response, maxBytes, url), { type });
  await response.body?.cancel();
  throw new RequestError(
    response.ok ? 'it is no picture' : `it answered ${response.status}`,
    response.status,
  );
}

/** Fetches the picture that a portal's record names. Throws a `RequestError`, or the signal's reason. */
export const portalImage = (url: string, signal: AbortSignal, fetch = globalThis.fetch): Promise<Blob> =>
  fetchImage(url, MAX_IMAGE_BYTES, signal, fetch);
