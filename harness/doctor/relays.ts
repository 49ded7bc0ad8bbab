import { WebSocket } from 'ws';
import { hostOf } from '../../data/core/http.ts';
import { errorMessage, sentence } from '../../data/core/text.ts';
import { counted } from '../../data/readings/format.ts';
import { parseRelayFrame } from '../../data/relay/frames.ts';
import { causeOf } from '../outbound/fetch.ts';
import { adviceFor } from '../outbound/advice.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const MAX_MESSAGE_BYTES = 256 * 1024;
const SUBSCRIPTION = 'home-doctor';

/**
 * Why a socket failed, in the same words as for a failed HTTP request. A server that is not a relay answers
 * with an HTTP status.
 */
export function socketCause(error: Error, timeoutMs: number): string {
  const status = /Unexpected server response: (\d{3})/.exec(error.message)?.[1];
  if (status !== undefined) return `it answered ${status} in place of a WebSocket`;
  if (/handshake has timed out/.test(error.message))
    return causeOf(new DOMException('', 'TimeoutError'), timeoutMs);
  return causeOf(error, timeoutMs);
}

/**
 * Subscribes once. Resolves with the cause of a failure; undefined where the relay answered. Rejects for an
 * address that the library refuses, such as one with a fragment.
 */
function askRelay(url: string, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, {
      handshakeTimeout: timeoutMs,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
    });
    const timer = setTimeout(() => end(causeOf(new DOMException('', 'TimeoutError'), timeoutMs)), timeoutMs);
    const end = (cause?: string): void => {
      clearTimeout(timer);
      socket.terminate();
      resolve(cause);
    };
    socket.on('open', () => socket.send(JSON.stringify(['REQ', SUBSCRIPTION, { kinds: [1], limit: 1 }])));
    socket.on('error', (error) => end(socketCause(error, timeoutMs)));
    socket.on('close', () => end('it broke the connection off'));
    socket.on('message', (data) => {
      const frame = parseRelayFrame(Buffer.isBuffer(data) ? data.toString('utf8') : undefined);
      if (frame.type === 'event' || frame.type === 'eose') end();
      else if (frame.type === 'closed') end(`it refused the subscription: ${frame.message}`);
      else if (frame.type === 'refused') end('what it sent is not a frame of a relay');
    });
  });
}

/**
 * Asks every relay. A relay that fails is a problem only if no relay answers; otherwise the feed continues
 * with those that answer.
 */
export async function checkRelays(relays: readonly string[], timeoutMs: number): Promise<readonly Finding[]> {
  const causes = await Promise.all(relays.map((url) => askRelay(url, timeoutMs).catch(errorMessage)));
  const answered = causes.filter((cause) => cause === undefined).length;
  if (relays.length === 0) return [ok('relays', 'None are named: the feed stays empty.')];
  const failed = relays.flatMap((url, index): Finding[] => {
    const cause = causes[index];
    if (cause === undefined) return [];
    const report = answered > 0 ? note : problem;
    return [report('relays', sentence(`${hostOf(url)}: ${cause}`), adviceFor('relays', cause))];
  });
  if (answered === 0) return failed;
  return [ok('relays', `${answered} of ${counted(relays.length, 'relay')} answered.`), ...failed];
}
