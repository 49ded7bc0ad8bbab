import type { ClientRequest, IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';

export interface Destination {
  /** Address of the home. */
  readonly url: URL;
  readonly token: string;
}

/** The environment variable that has the report for `deliver.ts`: only this user can read it. */
export const REPORT_VARIABLE = 'HOME_WORLD_HOOK_REPORT';
/** The environment variable that has a `Place` as JSON for `deliver.ts`. */
export const PLACE_VARIABLE = 'HOME_WORLD_HOOK_PLACE';

/** A session and its working folder. The owner may ask what the session has changed there. */
export interface Place {
  readonly session: { readonly id: string; readonly harness: string };
  readonly folder: string;
}

/**
 * How long a home on this machine may take to answer. It answers in a few milliseconds, and the coding agent
 * waits. A home that is only busy still gets the report, which is already in its socket.
 */
const NEAR_MS = 100;
/** How long the report may take into its socket: a process that does not run for a while is not yet connected. */
const SENT_MS = 2_000;

/** The key of the agent; without a key, the token of the home; empty without either. */
export const secretIn = (env: NodeJS.ProcessEnv): string =>
  env['HOME_WORLD_AGENT_KEY']?.trim() || env['HOME_WORLD_BRIDGE_TOKEN']?.trim() || '';

/** The address and the secret of the home; a text says what is missing or wrong. */
export function destinationOf(
  env: NodeJS.ProcessEnv,
  given: string | undefined,
  path: 'api/events' | 'api/asks' | 'api/usage' = 'api/events',
): Destination | string {
  const token = secretIn(env);
  if (token === '') return 'HOME_WORLD_AGENT_KEY is not set';
  if (!/^[\x21-\x7e]+$/.test(token))
    return 'HOME_WORLD_AGENT_KEY holds a space or a character that is not ASCII';
  const url = URL.parse(given ?? (env['HOME_WORLD_URL'] || 'http://127.0.0.1:4200'));
  if (!url || !/^https?:$/.test(url.protocol)) return 'HOME_WORLD_URL needs an http(s) address';
  if (url.username || url.password) return 'HOME_WORLD_URL needs an address without a name and a password';
  return { url: new URL(path, url.href.replace(/\/*$/, '/')), token };
}

/** Whether the home is on this machine and is reached without encryption, which would take time. */
export const isNear = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Posts JSON without `fetch`, which takes longer to load. `agent: false` opens a separate connection, which
 * ends with the answer.
 */
export async function post(
  { url, token }: Destination,
  body: string,
  onResponse: (response: IncomingMessage) => void,
  onError: (problem: string) => void,
): Promise<ClientRequest> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const headers = {
    'x-home-world-key': token,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const sent = request(url, { method: 'POST', agent: false, headers }, onResponse);
  sent.on('error', (error) => onError(`no home answers: ${error.message}`));
  sent.end(body);
  return sent;
}

/** The longest answer with an error that is read, and the longest message in it that is printed. Characters. */
const [MAX_ERROR, MAX_MESSAGE] = [4_000, 400];

/** The message in an answer that is an error. It has no characters that could control a terminal. */
function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string'
      ? message.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').slice(0, MAX_MESSAGE)
      : '';
  } catch {
    return '';
  }
}

/** What a home says in an answer that is an error. The caller limits the time. */
export function problemOf(response: IncomingMessage): Promise<string> {
  const problem = `the home answered with status ${response.statusCode}`;
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(0, MAX_ERROR)));
  return new Promise((resolve) => {
    response.on('error', () => resolve(problem));
    response.on('end', () => {
      const message = messageIn(text);
      resolve(message === '' ? problem : `${problem}: ${message}`);
    });
  });
}

/** How long a home elsewhere may take to answer at the beginning and the end of a turn, if it may have letters. */
const FAR_MS = 1_500;
const LATE = 'the home did not answer within';
/** The longest answer that is read: some letters, and the state of the session. */
const MAX_ANSWER = 64 * 1024;

/**
 * Sends the report and reads the answer. Resolves with what went wrong as a string if the home refuses, hangs or
 * is away.
 */
export function exchange(
  destination: Destination,
  body: string,
): Promise<{ readonly answer: string } | string> {
  const near = isNear(destination.url);
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (result: { readonly answer: string } | string): void => {
      clearTimeout(timer);
      resolve(result);
    };
    const onResponse = (response: IncomingMessage): void => {
      if (response.statusCode !== 200) {
        problemOf(response).then(end, reject);
        return;
      }
      let answer = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        answer += part;
        if (answer.length > MAX_ANSWER) response.destroy(new Error('the home sent too much'));
      });
      response.on('error', (error) => end(`the home has gone: ${error.message}`));
      response.on('end', () => end({ answer }));
    };
    const limit = (milliseconds: number): void => {
      clearTimeout(timer);
      // An answer that has come while this process did not run is read first.
      timer = setTimeout(() => setImmediate(end, `${LATE} ${milliseconds} ms`), milliseconds);
    };
    limit(near ? SENT_MS : FAR_MS);
    post(destination, body, onResponse, end).then((sent) => {
      if (near) sent.once('finish', () => limit(NEAR_MS));
    }, reject);
  });
}

/** Whether an exchange failed only because the answer came too late. */
export const isLate = (problem: string): boolean => problem.startsWith(LATE);

/** The separate process for what the coding agent does not wait for. */
export const deliverProgram = join(import.meta.dirname, `deliver${extname(import.meta.filename)}`);

/**
 * Starts a separate process, for which the coding agent does not wait. It sends the report, if there is one, and then
 * what the session at `place` has changed, if the owner asks for it; without a report, the owner has asked already.
 */
export async function deliver({ url }: Destination, body: string, place?: Place): Promise<undefined> {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [deliverProgram], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: {
      ...process.env,
      HOME_WORLD_URL: url.href,
      [REPORT_VARIABLE]: body,
      [PLACE_VARIABLE]: place && JSON.stringify(place),
    },
  });
  child.on('error', () => undefined);
  child.unref();
  return undefined;
}

/** Sends the report. Resolves with what went wrong; undefined if nothing did. */
export async function send(
  destination: Destination,
  body: string,
  place?: Place,
): Promise<string | undefined> {
  if (!isNear(destination.url)) return deliver(destination, body, place);
  const result = await exchange(destination, body);
  return typeof result === 'string' ? result : undefined;
}
