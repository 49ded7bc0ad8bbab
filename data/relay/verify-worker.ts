import { verifyEvents } from './verify.ts';
import type { VerifyResponse, VerifyRequest } from './verifier.ts';

/**
 * The worker part of `verifier.ts`. It contains nostr-tools and its cryptography, so that they do not block
 * the main thread and are not in the first download.
 */
addEventListener('message', ({ data: { requestId, event } }: MessageEvent<VerifyRequest>) => {
  const response: VerifyResponse = { requestId, result: verifyEvents(event) };
  postMessage(response);
});
