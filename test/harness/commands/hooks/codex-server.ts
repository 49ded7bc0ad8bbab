import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findCodingAgent } from '../../../../ci/coding-agents.ts';
import { PATIENCE_MS, until } from '../../../helpers/waiting.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: never;
}
interface ListedHooks {
  readonly data: readonly {
    readonly hooks: readonly { readonly key: string; readonly currentHash: string }[];
  }[];
}

/** Codex without its terminal: what its terminal would ask its user arrives as a message. */
export function startCodexServer(cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn(findCodingAgent('codex') ?? '', ['app-server'], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 2 * PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  const messages: Message[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => messages.push(JSON.parse(line) as Message));
  let last = 0;
  let threadId = '';
  const call = async <Result>(method: string, params: object): Promise<Result> => {
    const id = ++last;
    child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    const answer = (): Message | undefined =>
      messages.find((one) => one.id === id && one.method === undefined);
    await until(
      () => `${method}: ${JSON.stringify(messages.at(-1))}`,
      () => answer() !== undefined,
    );
    const { result } = answer()!;
    if (result === undefined) throw new Error(`${method} failed: ${JSON.stringify(answer())}`);
    return result;
  };
  const had = (method: string): boolean => messages.some((one) => one.method === method);
  const stop = async (): Promise<void> => {
    const closed = new Promise((done) => child.on('close', done));
    child.kill('SIGKILL');
    await closed;
  };
  return {
    /** As its user does with `/hooks`. */
    async trustHooks(): Promise<void> {
      await call('initialize', { clientInfo: { name: 'test', title: 'Test', version: '1' } });
      child.stdin.write('{"method":"initialized"}\n');
      const { data } = await call<ListedHooks>('hooks/list', { cwds: [cwd] });
      const hooks = data[0]?.hooks ?? [];
      const value = Object.fromEntries(hooks.map((hook) => [hook.key, { trusted_hash: hook.currentHash }]));
      await call('config/batchWrite', {
        edits: [{ keyPath: 'hooks.state', value, mergeStrategy: 'upsert' }],
      });
    },
    /** Begins a turn of a new thread. */
    async begin(text: string, sandbox = 'read-only'): Promise<void> {
      const { thread } = await call<{ thread: { id: string } }>('thread/start', {
        cwd,
        approvalPolicy: 'on-request',
        sandbox,
      });
      threadId = thread.id;
      await call('turn/start', { threadId, input: [{ type: 'text', text }] });
    },
    /** Begins another turn of the same thread. */
    goOn: (text: string) => call('turn/start', { threadId, input: [{ type: 'text', text }] }),
    ended: () => messages.filter(({ method }) => method === 'turn/completed').length,
    hasAsked: () => had('item/commandExecution/requestApproval'),
    hasEnded: () => had('turn/completed'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
