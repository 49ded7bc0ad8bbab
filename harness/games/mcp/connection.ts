import {
  Client,
  type FetchLike,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client';
import { errorMessage } from '../../../data/core/text.ts';
import { limitedResponse } from '../../core/limited-response.ts';
import { fetchFailure } from '../../core/user-error.ts';
import { programVersion } from '../../core/folders.ts';
import { type Answer, answerOf, oneLine } from './answer.ts';
import { ChildTransport, type Program } from './child-transport.ts';

const MAX_PAGES = 20;
const MAX_TOOLS = 500;
const MAX_LIST_CHARACTERS = 1_000_000;
/** How long the end of a session over HTTP may take. */
const FAREWELL_MS = 1_000;

/** The address of a server, with the values of its variables. */
export type ResolvedServer = Program | { readonly url: string; readonly token?: string | undefined };

/** Thrown if a call has no usable answer. The message is for the owner, without a full stop. */
export class CallError extends Error {
  readonly reason: 'gone' | 'too-slow' | 'bad-answer' | 'stopped';
  constructor(reason: CallError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface CallOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A server to which the home is connected. */
export interface Connection {
  /** The name that the server gives itself. */
  readonly name: string;
  /** Whether it runs on this machine, as a child process. */
  readonly isLocal: boolean;
  readonly isOpen: boolean;
  /** The process, for tests. */
  readonly pid: number | undefined;
  /** The tools, read again after the server announced a change. Throws a `CallError`. */
  tools(options: CallOptions): Promise<readonly Tool[]>;
  /** Throws a `CallError`. */
  call(tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<Answer>;
  /** Ends the connection, and the process with its children. */
  close(): Promise<void>;
}

class ServerConnection implements Connection {
  readonly isLocal: boolean;
  isOpen = false;
  readonly #client: Client;
  readonly #transport: ChildTransport | StreamableHTTPClientTransport;
  #tools: readonly Tool[] | undefined;

  constructor(place: ResolvedServer, version: string) {
    this.isLocal = 'command' in place;
    this.#transport =
      'command' in place
        ? new ChildTransport(place)
        : new StreamableHTTPClientTransport(new URL(place.url), {
            fetch: limitedFetch,
            ...(place.token !== undefined && {
              requestInit: { headers: { authorization: `Bearer ${place.token}` } },
            }),
          });
    this.#client = new Client({ name: 'home-world', version });
    this.#client.onclose = () => (this.isOpen = false);
    this.#client.setNotificationHandler('notifications/tools/list_changed', () => {
      this.#tools = undefined;
    });
  }

  get name(): string {
    return oneLine(this.#client.getServerVersion()?.name ?? '');
  }

  get pid(): number | undefined {
    return this.#transport instanceof ChildTransport ? this.#transport.pid : undefined;
  }

  async open({ timeoutMs, signal }: CallOptions): Promise<void> {
    try {
      await within(
        this.#client.connect(this.#transport, { timeout: timeoutMs, ...(signal && { signal }) }),
        timeoutMs,
        signal,
      );
      this.isOpen = true;
    } catch (error) {
      const problem = this.#problem(error, timeoutMs, signal);
      await this.close();
      throw problem;
    }
  }

  async tools({ timeoutMs, signal }: CallOptions): Promise<readonly Tool[]> {
    if (this.#tools) return this.#tools;
    const tools: Tool[] = [];
    let cursor: string | undefined;
    let characters = 0;
    try {
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const list = await this.#client.request(
          { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
          { timeout: timeoutMs, ...(signal && { signal }) },
        );
        characters += JSON.stringify(list.tools).length;
        if (characters > MAX_LIST_CHARACTERS || tools.length + list.tools.length > MAX_TOOLS) break;
        tools.push(...list.tools);
        cursor = list.nextCursor;
        if (cursor === undefined) return (this.#tools = tools);
      }
    } catch (error) {
      throw this.#problem(error, timeoutMs, signal);
    }
    throw new CallError('bad-answer', 'its list of tools is too long');
  }

  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { timeoutMs, signal }: CallOptions,
  ): Promise<Answer> {
    if (!this.isOpen) throw new CallError('gone', this.#ending());
    try {
      // Does not use `callTool`, which would compile regular expressions from the server’s output schema.
      const result = await this.#client.request(
        { method: 'tools/call', params: { name, arguments: { ...args } } },
        { timeout: timeoutMs, ...(signal && { signal }) },
      );
      return answerOf(result);
    } catch (error) {
      throw this.#problem(error, timeoutMs, signal);
    }
  }

  async close(): Promise<void> {
    // Over HTTP there is a session to end; a server that is gone has none.
    if (this.isOpen && this.#transport instanceof StreamableHTTPClientTransport)
      await within(this.#transport.terminateSession(), FAREWELL_MS).catch(() => undefined);
    this.isOpen = false;
    // The client closes its transport only after a successful handshake.
    await Promise.allSettled([this.#client.close(), this.#transport.close()]);
  }

  #ending(): string {
    const { ending, stderr } = this.#transport instanceof ChildTransport ? this.#transport : {};
    const [last = ''] = (stderr ?? '').trim().split('\n').slice(-1);
    return [
      ending ?? 'it does not answer',
      ...(last === '' ? [] : [`its last output: ${oneLine(last)}`]),
    ].join('; ');
  }

  #problem(error: unknown, timeoutMs: number, signal?: AbortSignal): CallError {
    if (error instanceof CallError) return error;
    if (signal?.aborted) return new CallError('stopped', 'it was stopped');
    const code = error instanceof SdkError ? error.code : undefined;
    if (code === SdkErrorCode.RequestTimeout)
      return new CallError('too-slow', `it did not answer within ${timeoutMs / 1_000} seconds`);
    if (code === SdkErrorCode.InvalidResult || error instanceof ProtocolError)
      return new CallError('bad-answer', oneLine(errorMessage(error)));
    // Over HTTP, only a failed request shows that the server is gone, or that it restarted and lost the
    // session.
    this.isOpen = false;
    const isGone = code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected;
    if (isGone || (this.#transport instanceof ChildTransport && this.#transport.ending !== undefined))
      return new CallError('gone', this.#ending());
    return new CallError('gone', oneLine(fetchFailure(error)));
  }
}

/** Waits for `work`, but at most `timeoutMs`: the SDK has no limit for the start of the transport. */
async function within(work: Promise<void>, timeoutMs: number, signal?: AbortSignal): Promise<void> {
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  const limit = AbortSignal.any(limits);
  await Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const stop = () =>
        reject(
          signal?.aborted
            ? new CallError('stopped', 'it was stopped')
            : new CallError('too-slow', `it did not answer within ${timeoutMs / 1_000} seconds`),
        );
      if (limit.aborted) stop();
      else limit.addEventListener('abort', stop, { once: true });
    }),
  ]);
}

/** Connects to a server. Throws a `CallError`; then no process is left running. */
export async function connectServer(place: ResolvedServer, options: CallOptions): Promise<Connection> {
  const connection = new ServerConnection(place, await programVersion());
  await connection.open(options);
  return connection;
}

/** Enough for one answer: a screenshot of 8 MB in base64, and the JSON around it. */
const MAX_BODY_BYTES = 12_000_000;

/** `fetch` that aborts an answer, or a stream of events, of more than 12 MB: the SDK has no limit. */
const limitedFetch: FetchLike = async (url, init) =>
  limitedResponse(await fetch(url, init), MAX_BODY_BYTES, 'the server sent more than 12 MB');
