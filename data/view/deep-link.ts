import { DAY_SECONDS } from '../core/time.ts';
import { PLAY_ID } from '../core/limits.ts';
import type { Viewpoint } from './viewpoint.ts';
import { type Navigation, ZOOM_METRES, type ZoomTarget, toggledModes } from './view.ts';

/**
 * A view of the home as the fragment of its URL: `#view=photo`, `#portal=garden`, `#panel=agents&nav=orbit`,
 * `#view=time-lapse&day=2026-03-01&t=43200`. These functions have no side effects; `url-sync.ts` reads and
 * writes the URL.
 */
export interface DeepLink {
  readonly view: 'normal' | 'zoom' | (typeof toggledModes)[number];
  readonly navigation: Navigation;
  /** The target of the view `zoom`. */
  readonly target?: ZoomTarget;
  readonly viewpoint?: Viewpoint;
  /**
   * For the time-lapse: a day such as `2026-03-01`, in the visitor's time zone. With a moment: a UTC day, and
   * the seconds since it began.
   */
  readonly day?: string;
  readonly moment?: number;
  /** The play that the film strip shows. */
  readonly play?: string;
}

export const noLink: DeepLink = { view: 'normal', navigation: 'walk' };

/** The maximum length that is read. The home's own links have about 80 characters. */
const MAX_CHARACTERS = 400;
/** The id of a portal, or the name of an object. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DECIMAL = /^-?\d{1,4}(?:\.\d{1,3})?$/;
/** The maximum coordinate: there is nothing farther out. Metres. */
const FARTHEST = 200;
/** The name of a zoom target without a name (specification 3.4). */
export const ZOOM_UNNAMED = 'Object';

const within = (text: string | null, least: number, most: number): number | undefined => {
  if (text === null || !DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
};

function targetOf(parts: URLSearchParams): ZoomTarget | undefined {
  const at = (parts.get('at') ?? '').split(',').map((text) => within(text, -FARTHEST, FARTHEST));
  const [x, y, z] = at;
  const distance = within(parts.get('from'), ZOOM_METRES.least, ZOOM_METRES.most);
  if (at.length !== 3 || x === undefined || y === undefined || z === undefined || distance === undefined)
    return undefined;
  // A link has no label, because it could make the home show any text. The world names the object when the
  // camera is there.
  return { label: ZOOM_UNNAMED, at: [x, y, z], distance };
}

function viewpointOf(parts: URLSearchParams): Viewpoint | undefined {
  const id = parts.get('portal');
  if (id !== null && NAME.test(id)) return { kind: 'portal', id };
  const name = parts.get('panel');
  return name !== null && NAME.test(name) ? { kind: 'panel', name } : undefined;
}

/** A calendar day; undefined if it does not exist, such as 30 February. */
function realDay(text: string | null): string | undefined {
  if (text === null || !DAY.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined;
}

function momentOf(text: string | null): number | undefined {
  if (text === null || !/^\d{1,5}$/.test(text)) return undefined;
  const seconds = Number(text);
  return seconds <= DAY_SECONDS ? seconds : undefined;
}

/** Parses the fragment of a URL. Unknown and invalid parts are ignored. */
export function parseLink(hash: string): DeepLink {
  const parts = new URLSearchParams(hash.replace(/^#/, '').slice(0, MAX_CHARACTERS));
  const requested = parts.get('view');
  const target = requested === 'zoom' ? targetOf(parts) : undefined;
  const view = target ? 'zoom' : (toggledModes.find((mode) => mode === requested) ?? 'normal');
  const viewpoint = viewpointOf(parts);
  const lapse = view === 'time-lapse';
  const day = lapse ? realDay(parts.get('day')) : undefined;
  const moment = lapse ? momentOf(parts.get('t')) : undefined;
  const play = parts.get('play');
  return {
    view,
    navigation: parts.get('nav') === 'orbit' ? 'orbit' : 'walk',
    ...(target && { target }),
    ...(viewpoint && { viewpoint }),
    ...(day !== undefined && { day }),
    ...(moment !== undefined && { moment }),
    ...(play !== null && PLAY_ID.test(play) && { play }),
  };
}

/** Rounds to a hundredth of a metre. */
const short = (metres: number): string => String(Math.round(metres * 100) / 100 || 0);

/** The fragment for a view, with its `#`; empty for the view with which a visit begins. */
export function formatLink({ view, navigation, target, viewpoint, day, moment, play }: DeepLink): string {
  const parts: string[] = [];
  if (view !== 'normal' && (view !== 'zoom' || target)) parts.push(`view=${view}`);
  if (view === 'zoom' && target)
    parts.push(`at=${target.at.map(short).join(',')}`, `from=${short(target.distance)}`);
  if (viewpoint)
    parts.push(viewpoint.kind === 'portal' ? `portal=${viewpoint.id}` : `panel=${viewpoint.name}`);
  if (navigation === 'orbit') parts.push('nav=orbit');
  if (day !== undefined) parts.push(`day=${day}`);
  if (moment !== undefined) parts.push(`t=${Math.round(moment)}`);
  if (play !== undefined) parts.push(`play=${play}`);
  return parts.length === 0 ? '' : `#${parts.join('&')}`;
}
