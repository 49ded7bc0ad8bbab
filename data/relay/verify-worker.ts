import { verifyEvents } from './verify.ts';
import type { WorkerAnswer, WorkerQuestion } from './verifier.ts';

/** The worker's side of `verifier.ts`: nostr-tools and its cryptography live here, off the page's thread and out of its first download. */
addEventListener('message', ({ data: { ticket, event } }: MessageEvent<WorkerQuestion>) => {
  const answer: WorkerAnswer = { ticket, verdict: verifyEvents(event) };
  postMessage(answer);
});
