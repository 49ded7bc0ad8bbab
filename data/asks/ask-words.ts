import { HOUR_MS, localMoment, localTime } from '../core/time.ts';
import { counted } from '../readings/format.ts';
import { lastingText } from '../readings/format-sessions.ts';
import type { Ask, Decision } from './ask.ts';

const KINDS: Readonly<Record<Ask['kind'], string>> = {
  permission: 'asks for permission',
  question: 'has a question',
  plan: 'shows a plan',
};

export const kindText = ({ kind }: Pick<Ask, 'kind'>): string => KINDS[kind];

/** Who asks: `Claude Code · laptop`. */
export const askerText = ({ harness, machine }: Pick<Ask, 'harness' | 'machine'>): string =>
  [harness, machine].filter((part) => part !== '').join(' · ');

/** For example `waits 3 min`; `new` in the first minute. */
export function waitText({ askedAt }: Pick<Ask, 'askedAt'>, now: number): string {
  const waits = lastingText(askedAt, now);
  return waits === 'just now' ? 'new' : `waits ${waits}`;
}

/** Minutes and seconds, such as `4:05`; with hours `1:04:05`. */
function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** How long the home waits for an answer, for example `4:05 until its terminal asks`. */
export const leftText = ({ deadline }: Pick<Ask, 'deadline'>, now: number): string =>
  deadline > now ? `${clock(deadline - now)} until its terminal asks` : 'its terminal asks now';

/** The part of the time that is left, 0 to 1. */
export const leftShare = ({ askedAt, deadline }: Pick<Ask, 'askedAt' | 'deadline'>, now: number): number =>
  deadline > askedAt ? Math.min(1, Math.max(0, (deadline - now) / (deadline - askedAt))) : 0;

const labelsOf = (ids: readonly string[], from: readonly { id: string; label: string }[]): string =>
  ids.map((id) => from.find((one) => one.id === id)?.label ?? id).join(', ');

type Offered = Pick<Ask, 'kind' | 'options' | 'rules'>;

function decisionText({ choice, chosen, text }: Decision, { kind, options, rules }: Offered): string {
  switch (choice) {
    case 'allow':
      return kind === 'plan' ? 'Plan approved' : 'Allowed once';
    case 'always':
      return `Always allowed: ${labelsOf(chosen, rules)}`;
    case 'refuse':
      return text === '' ? 'Refused' : `Refused: ${text}`;
    case 'choose':
      return `Chosen: ${labelsOf(chosen, options)}`;
    case 'write':
      return `Answered: ${text}`;
  }
}

/** How the ask ended; empty while it is open. */
export function endText(ask: Offered & Pick<Ask, 'state' | 'decision'>): string {
  switch (ask.state) {
    case 'open':
      return '';
    case 'decided':
      return ask.decision ? decisionText(ask.decision, ask) : 'Decided';
    case 'elsewhere':
      return 'Answered in its terminal';
    case 'undecided':
      return 'No answer in time: its terminal asked';
    case 'gone':
      return 'The agent left, or its key was revoked';
  }
}

/** Where and when the owner decided: `in Chrome on Android, 14:03`; empty without a decision. */
export const decidedText = ({ decision }: Pick<Ask, 'decision'>, now: number): string =>
  decision ? `in ${decision.by}, ${momentText(decision.at, now)}` : '';

/** How the ask ended, where and when: `Allowed once (in Chrome on Android, 14:03)`. */
export function wholeEndText(ask: Offered & Pick<Ask, 'state' | 'decision'>, now: number): string {
  const where = decidedText(ask, now);
  return `${endText(ask)}${where && ` (${where})`}`;
}

/** What was left out of a long text; empty if nothing was. */
export const leftOutText = (left: number): string =>
  left > 0 ? `${counted(left, 'character')} left out in the middle: look at it in the terminal.` : '';

/** `1 open ask`, `3 open asks`, `No open asks`. */
export const openText = (count: number): string =>
  count === 0 ? 'No open asks' : counted(count, 'open ask');

/** For example `14:03`; with the date if the moment is 20 hours or more from now. */
export const momentText = (at: number, now: number): string =>
  Math.abs(now - at) < 20 * HOUR_MS ? localTime(at) : localMoment(at);
