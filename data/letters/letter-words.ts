import { momentText } from '../asks/ask-words.ts';
import type { Letter, LetterBox } from './letter.ts';

/** How many letters of the same session are before this one in the queue. */
export const aheadOf = (letters: readonly Letter[], { id, session }: Letter): number =>
  letters
    .slice(
      0,
      letters.findIndex((one) => one.id === id),
    )
    .filter((one) => one.session === session && (one.state === 'waiting' || one.state === 'handed')).length;

/** The state in words: `waits, 2 ahead`, `delivered, 14:03`. */
export function letterStateText({ state, since }: Letter, ahead: number, now: number): string {
  const at = momentText(since, now);
  switch (state) {
    case 'waiting':
      return ahead === 0 ? 'waits, next' : `waits, ${ahead} ahead`;
    case 'handed':
      return `on its way since ${at}, not confirmed yet`;
    case 'delivered':
      return `delivered, ${at}; not read yet`;
    case 'read':
      return `read, ${at}`;
    case 'withdrawn':
      return `taken back, ${at}`;
    case 'missed':
      return `not delivered: its session has ended, ${at}`;
  }
}

/** The names of the programs in the command that installs their hooks. */
export const HOOK_NAMES: Readonly<Record<string, string>> = {
  'Claude Code': 'claude-code',
  Codex: 'codex',
  'Gemini CLI': 'gemini',
  'Copilot CLI': 'copilot',
  OpenCode: 'opencode',
};

/** When a letter reaches the session; why none does. */
export function reachText({ way, state, harness }: LetterBox): string {
  switch (way) {
    case 'none':
      return `${harness} has no hook that takes letters.`;
    case 'hooks':
      return `On its machine: home-world hooks install ${HOOK_NAMES[harness] ?? 'AGENT'} --letters, also with --ask if it asks you here.`;
    case 'wakes':
      return `${harness} gets it within seconds. If it is idle, it begins a turn.`;
    case 'turns':
      if (state === 'waiting') return 'It waits for you, and gets the letter when it goes on.';
      if (state === 'thinking' || state === 'working')
        return 'It gets the letter while it works, or at the end of its turn at the latest.';
      if (state === 'silent') return 'There is no news of it. It gets the letter if it goes on.';
      return 'It is idle, and gets the letter in its next turn: when someone writes in its terminal.';
  }
}

/** What the button says. */
export function buttonText({ way, harness }: LetterBox): string {
  if (way === 'none') return `${harness} takes no letters`;
  return way === 'hooks' ? 'Its hooks take no letters' : 'Write…';
}
