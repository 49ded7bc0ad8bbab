import { HOOK_NAMES } from '../letters/letter-words.ts';
import { counted } from '../readings/format.ts';
import { type ChangesAnswer, type SentDiff, TELL_AGAIN_MS } from './changes.ts';

/** `3 s ago`, `2 min ago`. */
export function secondsAgo(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  return seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}

/** When the program of a session is told what the owner asks. */
function reachText({ harness, state }: ChangesAnswer): string {
  if (harness === 'OpenCode') return 'OpenCode answers within seconds.';
  switch (state) {
    case 'waiting':
      return `${harness} waits for you, and answers when it goes on.`;
    case 'thinking':
    case 'working':
      return `${harness} answers with its next step.`;
    case 'silent':
      return `There is no news of ${harness}. It answers if it goes on.`;
    default:
      return `${harness} is idle, and answers in its next turn: when someone writes in its terminal.`;
  }
}

/** What the page waits for; empty if it waits for nothing. */
export function waitText(answer: ChangesAnswer, now: number): string {
  const { askedAt, toldAt, harness } = answer;
  if (askedAt === undefined) return '';
  if (toldAt !== undefined && now - toldAt < TELL_AGAIN_MS)
    return `${harness} was told ${secondsAgo(toldAt, now)}. Its machine reads the working folder.`;
  if (toldAt !== undefined)
    return `${harness} was told ${secondsAgo(toldAt, now)}, and nothing has come. ${reachText(answer)}`;
  return `Asked ${secondsAgo(askedAt, now)}. ${reachText(answer)}`;
}

/** Why the program cannot be asked; empty if it can. */
export function cannotText({ way, harness }: ChangesAnswer): string {
  if (way === 'none') return `${harness} has no hook that could send what it has changed.`;
  if (way === 'reports') return '';
  return `${harness} has not said, since the home was started, that it sends what it has changed. On its machine: home-world hooks install ${HOOK_NAMES[harness] ?? 'AGENT'} --changes, with --letters and --ask if you want these too.`;
}

/** The files that are not in a diff as a whole. */
export function notShownText({ notShown, more, isCut }: SentDiff): readonly string[] {
  return [
    ...notShown.map(({ path, why }) => `${path}: ${why}`),
    ...(more > 0 ? [`and ${counted(more, 'other file')}`] : []),
    ...(isCut ? ['and what comes after the beginning of a very long diff'] : []),
  ];
}
