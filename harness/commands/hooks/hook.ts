/**
 * `home-world hook`: a coding agent runs it at each of its events, and waits for it. So it imports no package
 * and nothing of the home. It prints nothing, because the agent would read the output as an answer, and its
 * exit code is always 0.
 */
import { claudeCode } from './claude-code.ts';
import { type Arguments, NO_EVENT, quietly, readArguments, readEvent } from './invocation.ts';
import { codex, copilot, gemini } from './other-harnesses.ts';
import type { Mapping } from './payload.ts';
import { reportOf } from './report.ts';
import { destinationOf, send } from './send.ts';

const mappings: Readonly<Record<string, (event: string) => Mapping>> = {
  'claude-code': () => claudeCode,
  codex: () => codex,
  gemini: () => gemini,
  copilot,
};

/** Resolves with the reason why nothing was reported; undefined if the event was reported. */
async function reportEvent(
  { harness, event, url }: Arguments,
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
  return found
    ? send(destination, JSON.stringify(reportOf(found, env, at)))
    : 'this event says nothing new of a session, or has no session_id';
}

/** Reports the event on standard input to the home. Never throws. */
export async function runHook(words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const given = readArguments(words, env);
  await quietly('hook', given.isVerbose, () => reportEvent(given, env));
}
