import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findCodingAgent } from '../../../../ci/coding-agents.ts';
import { freePort } from '../../../helpers/free-port.ts';
import { PATIENCE_MS, until } from '../../../helpers/waiting.ts';

export type Agent = Parameters<typeof findCodingAgent>[0];
type Env = Readonly<Record<string, string>>;

/** Why tests with these programs are skipped; false where they can run. */
export const whyNot = (...names: readonly Agent[]): string | false =>
  names.some((name) => findCodingAgent(name) === undefined) && 'the coding agents cannot be installed here';

/** Writes a file of a program below this folder. */
export async function writeBelow(folder: string, path: string, text: string): Promise<void> {
  await mkdir(join(folder, dirname(path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** The programs need no account: these settings name a scripted model on this machine. */
export const codexConfig = (url: string): string => `model_provider = "local"
model = "m"
[model_providers.local]
name = "local"
base_url = "${url}/v1"
wire_api = "responses"
`;
export const openCodeConfig = (url: string, bash: 'allow' | 'ask'): string =>
  JSON.stringify({
    provider: {
      local: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${url}/v1` },
        models: { m: { name: 'm' } },
      },
    },
    permission: { bash },
  });
export const GEMINI_SETTINGS = { security: { auth: { selectedType: 'gemini-api-key' } } };
export const geminiEnv = (url: string) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url });

/** What each program needs before the words for its model, to take one turn without asking anybody. */
export const CODEX_TURN = ['exec', '--dangerously-bypass-hook-trust', '--skip-git-repo-check'];
export const GEMINI_TURN = ['--yolo', '--skip-trust', '--model', 'gemini-2.5-pro', '-p'];

/** Starts a program that ends by itself; `said` is what it has printed. */
export function runAgent(name: Agent, args: readonly string[], cwd: string, env: Env) {
  const child = spawn(findCodingAgent(name) ?? '', args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 2 * PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)));
  return { child, ended, said: () => said };
}

/** OpenCode without its terminal: its own dialog is a request that stays open. */
export async function startOpenCode(work: string, env: Env) {
  const port = await freePort();
  const { child, ended, said } = runAgent('opencode', ['serve', '--port', String(port)], work, env);
  await until('OpenCode listens', () => said().includes('listening'));
  const url = `http://127.0.0.1:${port}`;
  const get = async <T>(path: string): Promise<T> => (await (await fetch(url + path)).json()) as T;
  const post = async (path: string, body: object): Promise<{ id?: string }> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { id?: string };
  };
  let id: string | undefined;
  let hasEnded = false;
  return {
    /** Begins a turn of a new session. */
    async begin(text: string, agent?: string): Promise<void> {
      hasEnded = false;
      ({ id } = await post('/session', {}));
      const named = { model: { providerID: 'local', modelID: 'm' }, agent };
      const turn = post(`/session/${id}/message`, { ...named, parts: [{ type: 'text', text }] });
      turn.then(() => (hasEnded = true)).catch(() => undefined);
    },
    hasEnded: () => hasEnded,
    /** The requests that its terminal shows. */
    open: () => get<unknown[]>('/permission'),
    /** The agents of the messages of its user. */
    async agents(): Promise<string[]> {
      const messages = await get<{ info: { role: string; agent: string } }[]>(`/session/${id}/message`);
      return messages.filter(({ info }) => info.role === 'user').map(({ info }) => info.agent);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
