import { waitUntil as openWcWaitUntil } from '@open-wc/testing';
import { PATIENCE_MS } from './waiting.ts';

/** The `waitUntil` of Open WC with the patience of a busy machine: by default it gives up after a second. */
export const waitUntil: typeof openWcWaitUntil = (condition, message, options) =>
  openWcWaitUntil(condition, message, { timeout: PATIENCE_MS, ...options });
