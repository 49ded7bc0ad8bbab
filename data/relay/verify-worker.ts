import { verifyEvents } from './verify.ts';
import type { VerifyResponse, VerifyRequest } from './verifier.ts';

/**
 * The worker's side of `verifier.ts`: nostr-tools and its cryptography live here, off the page's
 * thread and out of its first download.
 */
addEventListener('message', ({ data: { requestId, event } }: MessageEvent<VerifyRequest>) => {
  const response: VerifyResponse = { requestId, result: verifyEvents(event) };
  postMessage(response);
});
