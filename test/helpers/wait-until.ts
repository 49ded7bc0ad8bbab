import { waitUntil as openWcWaitUntil } from '@open-wc/testing';
import { PATIENCE_MS } from './waiting.ts';

/** The `waitUntil` of Open WC with a longer timeout for busy machines. Its default is one second. */
export const waitUntil: typeof openWcWaitUntil = (condition, message, options) =>
  openWcWaitUntil(condition, message, { timeout: PATIENCE_MS, ...options });
