import { fetchImage } from '../readings/portal-image.ts';

/** The home accepts no larger screenshot. */
export const MAX_SCREEN_BYTES = 2_000_000;

/** The URL of a screenshot. Its picture never changes. */
export const playScreenUrl = (base: string, id: string, number: number): string =>
  new URL(`api/plays/${id}/screens/${number}`, base).href;

/** Fetches a screenshot. Throws a `RequestError`, or the signal's reason. */
export const playScreen = (url: string, signal: AbortSignal, fetch = globalThis.fetch): Promise<Blob> =>
  fetchImage(url, MAX_SCREEN_BYTES, signal, fetch);
