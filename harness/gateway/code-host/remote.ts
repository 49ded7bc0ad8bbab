import { type Fetch, boundedText, causeOf } from '../bounded-fetch.ts';
import {
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  MASKED_MAIL,
  MAX_MESSAGE_CHARACTERS,
  limitOf,
  refusal,
} from './code-host.ts';

const CODE_HOST_TIMEOUT_MS = 8_000;
/** 50 commits with all their files are some 100 kB; 50 with a message of 100 kB each are still read, and cut. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const PASSED_HEADERS = [
  'link',
  'x-total-count',
  'x-page',
  'x-perpage',
  'x-total',
  'x-pagecount',
  'x-hasmore',
];
const MAX_MESSAGE = 300;

/** What is not passed on: mail addresses, also those in the text that a signature covers, the code host's own, and endless messages. */
function publishable(key: string, value: unknown): unknown {
  if (key === 'verification') return null;
  if (typeof value !== 'string') return value;
  if (key === 'email') return MASKED_MAIL;
  // Addresses inside the code host: of a private one they would tell where it stands.
  if (/(?:^|_)url$/.test(key)) return '';
  return key === 'message' ? value.slice(0, MAX_MESSAGE_CHARACTERS) : value;
}

/** A Gitea or Forgejo. The token is added here, on the server, and stays here. */
export class RemoteCodeHost implements CodeHost {
  readonly owner: string;
  readonly repo: string;
  readonly description: string;
  /** Without a slash at its end. */
  readonly url: string;
  private readonly token: string | undefined;
  private readonly fetch: Fetch;
  private readonly timeoutMs: number;

  constructor(options: {
    url: string;
    owner: string;
    repo: string;
    token?: string | undefined;
    fetch: Fetch;
    timeoutMs?: number;
  }) {
    this.owner = options.owner;
    this.repo = options.repo;
    this.url = options.url.replace(/\/+$/, '');
    this.token = options.token;
    this.fetch = options.fetch;
    this.timeoutMs = options.timeoutMs ?? CODE_HOST_TIMEOUT_MS;
    const access = options.token === undefined ? 'public access' : 'with a token';
    this.description = `${this.url}, ${options.owner}/${options.repo}, ${access}`;
  }

  async read(list: CodeHostList, query: URLSearchParams): Promise<CodeHostAnswer> {
    const asked = new URLSearchParams(query);
    asked.set('limit', String(limitOf(query)));
    const path = `/api/v1/repos/${encodeURIComponent(this.owner)}/${encodeURIComponent(this.repo)}/${list}`;
    let response: Response;
    let text: string;
    try {
      response = await this.fetch(`${this.url}${path}?${asked}`, {
        headers: {
          accept: 'application/json',
          ...(this.token === undefined ? {} : { authorization: `token ${this.token}` }),
        },
        // A redirect would carry the question to a host nobody configured.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      text = await boundedText(response, MAX_BODY_BYTES);
    } catch (error) {
      const cause = causeOf(error, this.timeoutMs);
      return refusal(cause.startsWith('no answer') ? 504 : 502, `The code host cannot be read: ${cause}.`);
    }
    if (response.status >= 300 && response.status < 400)
      return refusal(502, 'The code host sends us elsewhere: has the repository moved or been renamed?');
    return response.ok ? this.listOf(response, text) : this.errorOf(response.status, text);
  }

  private listOf(response: Response, text: string): CodeHostAnswer {
    try {
      const value: unknown = JSON.parse(text, publishable);
      if (!Array.isArray(value)) throw new TypeError('not a list');
      const headers = PASSED_HEADERS.flatMap((name) => {
        const header = response.headers.get(name);
        return header === null ? [] : [[name, this.ownPaths(header)] as const];
      });
      return { status: 200, body: JSON.stringify(value), headers: Object.fromEntries(headers) };
    } catch {
      return refusal(502, 'The code host answered with something that is not a JSON list. Is its URL right?');
    }
  }

  /** Links of further pages point at this home, not past it. */
  private ownPaths(header: string): string {
    return header.replace(/<https?:\/\/[^/>]+(?:\/[^>]*?)?(\/api\/v1\/[^>]*)>/g, '<$1>');
  }

  private errorOf(status: number, text: string): CodeHostAnswer {
    let message = '';
    try {
      const body: unknown = JSON.parse(text);
      if (typeof body === 'object' && body !== null && 'message' in body) message = String(body.message);
    } catch {
      // An error page of something in between; its status says enough.
    }
    if (this.token !== undefined) message = message.replaceAll(this.token, '(token)');
    return refusal(status, message.slice(0, MAX_MESSAGE) || `The code host answered ${status}.`);
  }
}
