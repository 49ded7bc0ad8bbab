import { MINUTE_MS } from '../../../data/core/time.ts';
import type { GameActionName } from '../../../data/games/game-action.ts';
import { gameActionNames } from '../../../data/games/play-log.ts';
import type { PlayRecord } from '../../../data/games/play-record.ts';
import { homeAddress } from '../../core/request-origin.ts';
import type { PlayLimits } from '../../games/play/play-budget.ts';
import { type Flag, type FlagValues, textOf, usageOf } from '../../core/options.ts';

const DEFAULTS = { steps: 50, minutes: 30, tokens: 300_000 } as const;
const DEFAULT_PACE_SECONDS = '1';
/** With a shorter time, a game does not react before the next screenshot. */
const MIN_PACE_SECONDS = 0.2;
const MAX_PACE_SECONDS = 60;

/** The flags of `play`, without the flags of the model. */
export const playFlags: readonly Flag[] = [
  { name: 'act', help: 'really act; without it, a dry run only writes the actions to the log' },
  {
    name: 'agent',
    help: 'an agent of the home chooses the actions over MCP, not the resident’s model',
  },
  {
    name: 'approve',
    value: 'POLICY',
    help: 'which actions wait for you: ask (all, the default), listed (all but those of --allow) or free (none)',
  },
  {
    name: 'allow',
    value: 'ACTIONS',
    help: 'with --approve listed: the actions that do not wait, as click,move_to',
  },
  {
    name: 'approve-seconds',
    range: [5, 3600],
    value: 'N',
    fallback: 120,
    help: 'seconds after which an action without an answer is refused',
  },
  {
    name: 'steps',
    range: [1, 9_999],
    value: 'N',
    help: `answers of the model at most (default ${DEFAULTS.steps})`,
  },
  { name: 'minutes', range: [1, 1_440], value: 'N', help: `minutes at most (default ${DEFAULTS.minutes})` },
  {
    name: 'tokens',
    range: [1_000, 99_999_999],
    value: 'N',
    help: `tokens at most (default ${DEFAULTS.tokens}); the budget of the day holds too`,
  },
  {
    name: 'pace',
    value: 'SECONDS',
    fallback: DEFAULT_PACE_SECONDS,
    help: `least time between two actions, from ${MIN_PACE_SECONDS} to ${MAX_PACE_SECONDS}`,
  },
  {
    name: 'prompts',
    value: 'FILE',
    help: 'what the resident reads about the game; without it prompts_<portal>.yaml',
  },
  { name: 'home', value: 'URL', fallback: 'http://127.0.0.1:4200', help: 'the home that shows the play' },
  { name: 'private', help: 'do not show the play in a home; its log stays on this machine' },
  { name: 'resume', help: 'continue a play whose player was killed: the named one, or the newest' },
  {
    name: 'keep',
    range: [1, 10_000],
    value: 'N',
    fallback: 20,
    help: 'how many plays are kept; older ones are deleted',
  },
  { name: 'json', help: 'print each entry of the log as one line of JSON' },
];

const usage = usageOf('play');

/** `--pace` in milliseconds. */
export function paceOf(values: FlagValues): number {
  const given = String(values['pace']);
  const seconds = /^\d{1,2}(?:\.\d{1,3})?$/.test(given) ? Number(given) : NaN;
  if (seconds >= MIN_PACE_SECONDS && seconds <= MAX_PACE_SECONDS) return seconds * 1000;
  throw usage(`--pace needs seconds from ${MIN_PACE_SECONDS} to ${MAX_PACE_SECONDS}, got “${given}”.`);
}

/** Which actions need no approval. */
interface Policy {
  readonly approval: PlayRecord['approval'];
  readonly allowed: ReadonlySet<GameActionName>;
}

/** The approval policy of the flags; undefined if they set none. */
export function policyOf(values: FlagValues): Policy | undefined {
  const [policy, list] = [textOf(values['approve']), textOf(values['allow'])];
  if (list !== undefined && policy !== 'listed') throw usage('--allow needs --approve listed.');
  if (policy === undefined) return undefined;
  if (policy === 'ask' || policy === 'free') return { approval: policy, allowed: new Set() };
  if (policy !== 'listed') throw usage(`--approve needs ask, listed or free, got “${policy.slice(0, 40)}”.`);
  const names = (list ?? '').split(',').map((name) => name.trim());
  const unknown = names.find((name) => !gameActionNames.some((known) => known === name));
  if (unknown !== undefined)
    throw usage(`--allow needs actions of ${gameActionNames.join(', ')}; got “${unknown.slice(0, 40)}”.`);
  return { approval: 'listed', allowed: new Set(gameActionNames.filter((name) => names.includes(name))) };
}

/** The budget of the flags; without a flag, a limit comes from `before`, else from the defaults. */
export function limitsOf(values: FlagValues, before?: PlayLimits): PlayLimits {
  const { steps, minutes, tokens } = values;
  return {
    steps: Number(steps ?? before?.steps ?? DEFAULTS.steps),
    seconds:
      minutes === undefined
        ? (before?.seconds ?? DEFAULTS.minutes * 60)
        : (Number(minutes) * MINUTE_MS) / 1000,
    tokens: Number(tokens ?? before?.tokens ?? DEFAULTS.tokens),
  };
}

/** `--home` as an address. */
export const homeOf = (values: FlagValues): URL => new URL(homeAddress(String(values['home']), 'home'));
