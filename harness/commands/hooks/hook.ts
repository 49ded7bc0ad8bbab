/**
 * `home-world hook`: a coding agent runs it at each of its events, and waits for it. So it imports no package
 * and nothing of the home. It prints nothing but letters of the owner, because the agent reads the output as an
 * answer, and its exit code is always 0.
 */
import { isAbsolute } from 'node:path';
import type { LetterPartInput } from '../../letters/letter-part.ts';
import { claudeCode } from './claude-code.ts';
import { statusOfEvent } from './codex-usage.ts';
import { type Arguments, NO_EVENT, quietly, readArguments, readEvent } from './invocation.ts';
import { EventLetters, takesLetters } from './letters.ts';
import { codex, copilot, gemini } from './other-harnesses.ts';
import { type Mapping, type Payload, type SessionNews, textIn } from './payload.ts';
import { reportOf } from './report.ts';
import {
  type Destination,
  type Place,
  deliver,
  destinationOf,
  exchange,
  isLate,
  isNear,
  send,
} from './send.ts';

const mappings: Readonly<Record<string, (event: string) => Mapping>> = {
  'claude-code': () => claudeCode,
  codex: () => codex,
  gemini: () => gemini,
  copilot,
};

/** The letters of an event; undefined if the hook takes none, or cannot keep which it has printed. */
function lettersOf(found: SessionNews, event: string, env: NodeJS.ProcessEnv): EventLetters | undefined {
  try {
    return takesLetters(found.harness) ? new EventLetters(found, event, env) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The working folder of an event’s session. The owner may ask what has changed in it. Only the event of a
 * main agent has one. Undefined if the event does not name the folder.
 */
const placeOf = ({ harness, session: id, cwd, news }: SessionNews): Place | undefined =>
  news.agent || !isAbsolute(cwd) ? undefined : { session: { id, harness }, folder: cwd };

/** Whether an answer of the home says that the owner asks what the session has changed. */
function asksForChanges(answer: string): boolean {
  try {
    return (JSON.parse(answer) as Payload)['changes'] === true;
  } catch {
    return false;
  }
}

/** Sends a report, and does what the answer says. Resolves with what went wrong. */
async function sendAndTake(
  destination: Destination,
  report: object,
  letters: EventLetters | undefined,
  place: Place | undefined,
): Promise<string | undefined> {
  const whole = { ...report, ...(place && { changes: true }) };
  const bodyWith = (part: LetterPartInput | undefined): string =>
    JSON.stringify({ ...whole, ...(part && { letters: part }) });
  const moment = letters?.moment;
  const isElsewhere = !isNear(destination.url);
  // The agent waits for a home elsewhere only once or twice in a turn, for letters. At other moments the home hands
  // none over: no process could print them.
  if (isElsewhere && moment !== 'prompt' && moment !== 'end')
    return send(destination, bodyWith(letters && { printed: letters.part.printed }), place);
  const result = await exchange(destination, bodyWith(letters?.part));
  if (typeof result === 'string') {
    // A home on another machine may be slow to answer, so a second process sends the report again. A home on this
    // machine that answers too late has received it, but at the end of a turn it may have handed over letters that
    // continue the turn, and this process prints none of them: so the home hears again that the turn is over.
    if (isElsewhere || (moment === 'end' && isLate(result)))
      await deliver(destination, bodyWith(letters && {}), place);
    return result;
  }
  // Before the letters: the process may be killed once they are printed.
  if (place && asksForChanges(result.answer)) await deliver(destination, '', place);
  await letters?.take(result.answer);
  return undefined;
}

/**
 * Sends what is left of the context and the windows of Codex: at the end of a turn, and to a home on this machine
 * after each tool too. Resolves with what went wrong.
 */
async function sendUsage(
  destination: Destination,
  payload: Payload,
  found: SessionNews,
  at: number,
): Promise<string | undefined> {
  const event = textIn(payload, 'hook_event_name');
  if (event !== 'Stop' && !(event === 'PostToolUse' && isNear(destination.url))) return undefined;
  const status = statusOfEvent(payload, found, at);
  return status && send({ ...destination, url: new URL('usage', destination.url) }, JSON.stringify(status));
}

/** Resolves with the reason why nothing was reported; undefined if the event was reported. */
async function reportEvent(
  { harness, event, url, extras }: Arguments,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  // The time at which the process began, not its code was loaded: reports of hooks that start one after
  // another keep their order.
  const at = Math.round(performance.timeOrigin);
  const mapping = Object.hasOwn(mappings, harness) ? mappings[harness]?.(event) : undefined;
  if (!mapping) return `hook needs one of ${Object.keys(mappings).join(', ')}, got “${harness}”`;
  const destination = destinationOf(env, url);
  if (typeof destination === 'string') return destination;
  const payload = await readEvent();
  if (!payload) return NO_EVENT;
  const found = mapping(payload, env);
  if (!found) return 'this event says nothing new of a session, or has no session_id';
  const report = reportOf(found, env, at);
  const name = textIn(payload, 'hook_event_name') || event;
  const letters = extras.includes('letters') ? lettersOf(found, name, env) : undefined;
  const place = extras.includes('changes') ? placeOf(found) : undefined;
  // At the same time, because the agent waits.
  const [problem, usageProblem] = await Promise.all([
    sendAndTake(destination, report, letters, place),
    extras.includes('usage') ? sendUsage(destination, payload, found, at) : undefined,
  ]);
  return problem ?? usageProblem;
}

/** Reports the event on standard input to the home. Never throws. */
export async function runHook(words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const given = readArguments(words, env);
  await quietly('hook', given.isVerbose, () => reportEvent(given, env));
}
