import { RequestError, readParts } from '../core/http.ts';

/**
 * The maximum size of a portal's image. A photograph of 1024 × 1024 pixels has about 200 kB, and a disc shows
 * 256 × 256.
 */
const MAX_IMAGE_BYTES = 500_000;

/** Fetches an image of at most `maxBytes`. Throws a `RequestError`, or the signal's reason. */
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

/** Fetches the image of a portal. Throws a `RequestError`, or the signal's reason. */
export const portalImage = (url: string, signal: AbortSignal, fetch = globalThis.fetch): Promise<Blob> =>
  fetchImage(url, MAX_IMAGE_BYTES, signal, fetch);
