/**
 * `home-world ask`: the hook with which a coding agent asks its owner and waits. It prints the decision in
 * the form that the agent reads. Without a decision it prints nothing, and the agent then asks in its own
 * prompt, as it would without a home. So the exit code is always 0. Like `hook.ts`, it imports no package and
 * nothing of the home.
 */
import { shortPath } from './ask-body.ts';
import { type Asking, type Decision, askings } from './asking.ts';
import { type Arguments, NO_EVENT, quietly, readArguments, readEvent } from './invocation.ts';
import { reportOf } from './report.ts';
import { type Destination, destinationOf } from './send.ts';
import { waitForAnswer } from './wait.ts';

export const DEFAULT_SECONDS = 120;
export const MAX_SECONDS = 600;

/**
 * A number beyond the limits becomes the nearest one, and 0 or any other text the default: an error would
 * leave the owner unasked.
 */
const secondsOf = (given: string | undefined): number =>
  Math.min(MAX_SECONDS, Math.max(1, Number(given) || DEFAULT_SECONDS));

/**
 * Asks one question after another, until one is refused or the time is over. Returns the decisions, or the
 * reason as a string if a decision is missing.
 */
async function decide(
  { session, asks }: Asking,
  destination: Destination,
  env: NodeJS.ProcessEnv,
  seconds: number,
): Promise<Decision[] | string> {
  const began = performance.now();
  const {
    state: _state,
    needs: _needs,
    ...report
  } = reportOf(session, env, Math.round(performance.timeOrigin));
  const decisions: Decision[] = [];
  for (const ask of asks) {
    const left = seconds - (performance.now() - began) / 1000;
    if (left <= 0) return 'the deadline has passed';
    const { session: of, agent, call } = report;
    // The home has reported that the session works since the answer before, so a further question is newer.
    const at = decisions.length === 0 ? report.at : Date.now();
    const folder = shortPath(session.cwd).slice(-200);
    const body = JSON.stringify({
      ...ask,
      folder,
      session: of,
      agent,
      call,
      at,
      terminal: true,
      seconds: Math.max(1, left),
    });
    const answer = await waitForAnswer(destination, body, left);
    if (typeof answer === 'string') return answer;
    if (answer.state !== 'decided' || !answer.decision)
      return `the ask ended without a decision: ${answer.state}`;
    decisions.push(answer.decision);
    if (answer.decision.choice === 'refuse') break;
  }
  return decisions;
}

/** Resolves with the reason why nothing was printed; undefined if the decision was printed. */
async function askOwner(
  { harness, event, url, seconds }: Arguments,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const askingOf = Object.hasOwn(askings, harness) ? askings[harness] : undefined;
  if (!askingOf) return `ask needs one of ${Object.keys(askings).join(', ')}, got “${harness}”`;
  const destination = destinationOf(env, url, 'api/asks');
  if (typeof destination === 'string') return destination;
  const payload = await readEvent();
  if (!payload) return NO_EVENT;
  const asking = askingOf(payload, env, event);
  if (!asking) return 'this event asks nothing that the owner can answer elsewhere';
  const decisions = await decide(asking, destination, env, secondsOf(seconds));
  if (typeof decisions === 'string') return decisions;
  const output = asking.output(decisions);
  if (output === undefined) return 'the agent cannot take this answer';
  // Waits until the output is written: the process ends after this, and on some systems a pipe would lose the
  // rest.
  await new Promise((done) => process.stdout.write(`${JSON.stringify(output)}\n`, done));
  return undefined;
}

/** Asks the owner the question of the event on standard input. Never throws. */
export async function runAsk(words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const given = readArguments(words, env);
  await quietly('ask', given.isVerbose, () => askOwner(given, env));
}
