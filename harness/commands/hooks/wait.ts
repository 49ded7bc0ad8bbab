import type { IncomingMessage } from 'node:http';
import type { AgentAnswer } from '../../asks/open-ask.ts';
import { isObject } from './payload.ts';
import { type Destination, post, problemOf } from './send.ts';

/** How long a home may take for the first byte. A home that is away refuses at once; a busy one needs some time. */
const FIRST_MS = 3_000;
/** A home that waits for its owner sends a space every few seconds. */
const SILENT_MS = 12_000;
/** The home ends an ask at its deadline. If it does not, the hook stops waiting this much later. */
const LATE_MS = 2_000;
const MAX_BYTES = 64 * 1024;

function readAnswer(text: string): AgentAnswer | string {
  const answer: unknown = JSON.parse(text);
  return isObject(answer) && typeof answer['state'] === 'string'
    ? (answer as unknown as AgentAnswer)
    : 'the home sent no answer';
}

/** Collects what the home sends. Calls `onPart` at each part, and `onEnd` with the whole text at the end. */
function collect(response: IncomingMessage, onPart: () => void, onEnd: (text: string) => void): void {
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    text += part.trimStart() === '' && text === '' ? '' : part;
    if (text.length > MAX_BYTES) response.destroy(new Error('the home sent too much'));
    onPart();
  });
  response.on('end', () => onEnd(text));
}

/**
 * Sends one ask and waits for its end. Resolves with the answer, or with the reason why there is none: the
 * home cannot be reached, hangs, refuses, or disconnects before the end.
 */
export function waitForAnswer(
  destination: Destination,
  body: string,
  seconds: number,
): Promise<AgentAnswer | string> {
  return new Promise((resolve, reject) => {
    const end = (result: AgentAnswer | string): void => {
      clearTimeout(silence);
      clearTimeout(deadline);
      resolve(result);
      void sent.then((request) => request.destroy());
    };
    const quietFor = (milliseconds: number): NodeJS.Timeout => {
      const giveUp = (): void => {
        if (silence === timer) end(`the home sent nothing for ${milliseconds} ms`);
      };
      // What has come while this process did not run is read first.
      const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
      return timer;
    };
    let silence: NodeJS.Timeout | undefined;
    const deadline = setTimeout(() => end('the deadline has passed'), seconds * 1000 + LATE_MS);
    const onResponse = (response: IncomingMessage): void => {
      if (response.statusCode !== 200) {
        problemOf(response).then(end, reject);
        return;
      }
      response.on('error', (error) => end(`the home has gone: ${error.message}`));
      const onPart = (): void => {
        clearTimeout(silence);
        silence = quietFor(SILENT_MS);
      };
      collect(response, onPart, (text) => {
        try {
          end(readAnswer(text));
        } catch {
          end('the home sent no whole answer');
        }
      });
    };
    const sent = post(destination, body, onResponse, end);
    // The wait is measured from here, because the time that this process needs to start is not the home's
    // fault.
    sent.then(() => (silence = quietFor(FIRST_MS)), reject);
  });
}
