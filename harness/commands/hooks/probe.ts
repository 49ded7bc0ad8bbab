/**
 * `home-world hooks probe`: asks Claude Code for its sessions, and reports what its hooks cannot report: that
 * a process was killed, and that a turn was interrupted. A timer runs it on the machine of the agent.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { errorMessage } from '../../../data/core/text.ts';
import { type AgentSession, agentSessions } from '../../../data/readings/schemas/agent-sessions.ts';
import { recordId, sessionKey } from '../../agent-sessions/session-record.ts';
import type { SessionReportInput } from '../../agent-sessions/session-report.ts';
import { replaceFile } from '../../core/replace-file.ts';
import { UserError, codeOf, fetchFailure } from '../../core/user-error.ts';
import { WAITS_IN_BACKGROUND } from './claude-code.ts';
import { safeId, shortHash } from './payload.ts';
import { destinationOf } from './send.ts';

const HARNESS = 'Claude Code';
/** `claude agents` takes less than a second. After this time, it is treated as hanging. */
const PROGRAM_MS = 20_000;
const HOME_MS = 5_000;
/** A session has about 300 bytes. */
const MAX_BYTES = 1_000_000;
const MAX_SESSIONS = 1_000;

/** The fields of a session that are read. A session has more, and newer versions may have others. */
const listed = v.array(v.object({ sessionId: v.optional(v.string()), status: v.optional(v.string()) }));
type Listed = v.InferOutput<typeof listed>;

const remembered = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[\w.:-]{1,128}$/))),
  v.maxLength(MAX_SESSIONS),
);
const homesAnswer = v.object({ sessions: v.nullable(agentSessions) });

const problem = (what: string): UserError =>
  new UserError(
    `“claude agents --json” ${what}, so nothing was reported.`,
    'Run it by hand to see what it says. It needs a Claude Code that has it: update an older one.',
  );

/** What `claude agents --json` prints. */
function readProgram(env: NodeJS.ProcessEnv, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const { HOME_WORLD_BRIDGE_TOKEN: _token, HOME_WORLD_AGENT_KEY: _key, ...others } = env;
    const child = spawn('claude', ['agents', '--json'], {
      env: others,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
      // On Windows, npm installs `claude` as a script, which only a shell finds.
      shell: process.platform === 'win32',
    });
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(problem(what));
      child.kill('SIGKILL');
      child.stdout.destroy();
    };
    const timer = setTimeout(() => fail(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_BYTES) fail('printed too much');
    });
    child.on('error', (error) =>
      fail(
        codeOf(error) === 'ENOENT' ? 'was not found on the PATH' : `did not start: ${errorMessage(error)}`,
      ),
    );
    child.on('close', (code) => {
      if (code !== 0) return fail(`ended with ${code ?? 'a signal'}`);
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}

async function readListed(env: NodeJS.ProcessEnv, timeoutMs: number): Promise<Listed> {
  const text = await readProgram(env, timeoutMs);
  try {
    return v.parse(listed, JSON.parse(text)).slice(0, MAX_SESSIONS);
  } catch {
    throw problem('printed something else than a list of sessions');
  }
}

/** Sends a request to the home. Throws a `UserError` if the request fails. */
async function ask(address: URL, token: string, report?: SessionReportInput): Promise<unknown> {
  try {
    const response = await fetch(address, {
      headers: {
        'x-home-world-key': token,
        ...(report && { 'content-type': 'application/json' }),
      },
      ...(report && { method: 'POST', body: JSON.stringify(report) }),
      // Redirects are refused, because the token is for this address only.
      redirect: 'error',
      signal: AbortSignal.timeout(HOME_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new UserError(
      `The home does not answer as it should at ${address.href}: ${fetchFailure(error)}.`,
      '“home-world hooks status” says whether it answers, and takes the key.',
    );
  }
}

/** The sessions that were reported with this key, by their pseudonyms. */
async function readHome(events: URL, token: string): Promise<ReadonlyMap<string, AgentSession>> {
  const address = new URL('sessions.json', events);
  const answer = v.safeParse(homesAnswer, await ask(address, token));
  if (answer.success)
    return new Map(answer.output.sessions?.sessions.map((session) => [session.key, session]));
  throw new UserError(
    `What the home sends at ${address.href} is no list of sessions.`,
    'Update the home if it is older than this command.',
  );
}

/**
 * The path of the file with the sessions of the last probe; there is one for each home. Only a session that
 * was listed before can be gone.
 */
function memoryOf(url: URL, env: NodeJS.ProcessEnv): string {
  const state = env['XDG_STATE_HOME'] || join(env['HOME'] || env['USERPROFILE'] || homedir(), '.local/state');
  return join(state, 'home-world', `claude-code-${shortHash(url.href)}.json`);
}

function recall(path: string): readonly string[] {
  try {
    return v.parse(remembered, JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // There was no probe before, or its file is damaged. The next probe will know the sessions of this one.
    return [];
  }
}

function remember(path: string, ids: readonly string[]): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, `${JSON.stringify(ids.slice(0, MAX_SESSIONS))}\n`);
  } catch (error) {
    throw new UserError(
      `${path} cannot be written: ${errorMessage(error)}.`,
      'Let your user write to it: without it, no session can be seen to be gone.',
    );
  }
}

const AT_WORK: ReadonlySet<string> = new Set(['thinking', 'working', 'waiting', 'silent']);

/**
 * Whether a session that is idle was interrupted: the home still shows it at work, because Claude Code
 * reports no interruption. A session that waits for its background tasks is idle too, but goes on by itself.
 */
const isInterrupted = (shown: AgentSession | undefined): boolean =>
  shown !== undefined && AT_WORK.has(shown.state) && !shown.step?.startsWith(WAITS_IN_BACKGROUND);

/** How many sessions Claude Code listed, and how many were reported as done and as ended. */
export interface Probed {
  readonly there: number;
  readonly done: number;
  readonly ended: number;
}

/** Probes once. Throws a `UserError`. */
export async function probe(given: string, env: NodeJS.ProcessEnv, timeoutMs = PROGRAM_MS): Promise<Probed> {
  const destination = destinationOf(env, given);
  if (typeof destination === 'string')
    throw new UserError(`${destination}.`, 'Set it to a key that “home-world keys add” made.');
  const { url: events, token } = destination;
  // The time before the list is made, so that reports after the list are newer.
  const at = Date.now();
  const list = await readListed(env, timeoutMs);
  const shown = await readHome(events, token);
  const send = (id: string, state: 'done' | 'ended'): Promise<unknown> =>
    ask(events, token, { state, session: { id, harness: HARNESS }, at });
  const ids = list.flatMap(({ sessionId }) => (sessionId ? [safeId(sessionId)] : []));
  const keyOf = (id: string): string => sessionKey(recordId({ session: { id, harness: HARNESS } }));
  const interrupted = list.flatMap(({ sessionId, status }) =>
    sessionId && status === 'idle' && isInterrupted(shown.get(keyOf(safeId(sessionId))))
      ? [safeId(sessionId)]
      : [],
  );
  const path = memoryOf(events, env);
  // A session that is listed without its id may be any of the known ones, so then none counts as gone.
  const isWhole = ids.length === list.length;
  const known = recall(path);
  const gone = isWhole ? known.filter((id) => !ids.includes(id)) : [];
  for (const id of interrupted) await send(id, 'done');
  for (const id of gone) await send(id, 'ended');
  // Stored last, so that after a failure the next probe reports them.
  remember(path, isWhole ? ids : [...new Set([...ids, ...known])]);
  return { there: list.length, done: interrupted.length, ended: gone.length };
}
