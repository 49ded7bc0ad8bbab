import { errorMessage } from '../../data/core/text.ts';

/** Why `fetch` failed: it says only that it did, and has the reason as its cause. */
export const fetchFailure = (error: unknown): string =>
  errorMessage(error instanceof Error && error.cause !== undefined ? error.cause : error) ||
  'the connection failed';
