import { type Reading, type ReadingState, currentValue } from '../../data/readings/reading.ts';
import type { Commit } from '../../data/readings/records.ts';
import { ageText, provenanceText } from '../../data/readings/format.ts';
import { commitRows } from '../../data/readings/format-commits.ts';
import { START } from '../core/scene/start.ts';
import { PLATFORM_RADIUS } from '../terrain/island/height.ts';
import { type MeasureAt, stateLooks } from '../panels/panel-layout.ts';
import { wrapText } from '../utils/text.ts';
import type { ColorName } from '../../theme/theme.ts';

/** The number of cloths. */
export const BANNERS = 5;
/** The size of one cloth in metres. `CLOTH_NOTCH` is how much higher its lower edge is in the middle. */
export const CLOTH_WIDTH = 0.82;
export const CLOTH_HEIGHT = 1.9;
export const CLOTH_NOTCH = 0.2;
/** The height of the cloth's upper edge above the platform. */
export const CLOTH_TOP = 3;

/** Where a pole stands, in metres. */
export interface BannerPlace {
  readonly x: number;
  readonly z: number;
  /** The direction of its front: rotation about y in radians, 0 towards +z. */
  readonly turn: number;
}

/**
 * The position along one of the two near edges, from its outer corner (0) to the corner on the path (1), and
 * the side. The newest banner is the nearest on the right. The banners are behind the start, where they cover
 * nothing: the visitor reads them after turning around.
 */
const STANDS: readonly (readonly [along: number, side: 1 | -1])[] = [
  [0.62, 1],
  [0.62, -1],
  [0.44, 1],
  [0.44, -1],
  [0.28, 1],
];
/** All banners face this point, the start. */
const READER_Z = START.z;
const CORNER_X = PLATFORM_RADIUS * Math.cos(Math.PI / 6);

export const bannerPlaces = (): BannerPlace[] =>
  STANDS.map(([along, side]) => {
    const x = side * CORNER_X * (1 - along);
    const z = (PLATFORM_RADIUS / 2) * (1 + along);
    return { x, z, turn: Math.atan2(-x, READER_Z - z) };
  });

/** What one cloth shows. */
export interface BannerView {
  readonly state: ReadingState;
  readonly author: string;
  readonly title: string;
  readonly age: string;
  readonly sha: string;
  /** The hint. */
  readonly label: string;
}

/**
 * One banner per commit, newest first; or one banner that says why there are no commits. The other cloths
 * stay furled.
 */
export function bannerViews(reading: Reading<readonly Commit[]>, now: number): BannerView[] {
  const from = provenanceText(reading, now);
  const commits = currentValue(reading) ?? [];
  if (commits.length === 0) {
    const says = commitRows(reading)[0]?.text ?? 'NO COMMITS';
    // If the code host answers with an empty list, there are no commits.
    const state = reading.state === 'live' || reading.state === 'stale' ? 'empty' : reading.state;
    return [{ state, author: '', title: says, age: '', sha: '', label: `Commit banner — ${says}. ${from}` }];
  }
  return commits.slice(0, BANNERS).map(({ author, title, authoredAt, sha }, index) => {
    const age = ageText(authoredAt, now);
    return {
      state: reading.state,
      author,
      title,
      age,
      sha: sha.slice(0, 7),
      label: `${index === 0 ? 'Latest commit' : 'Commit'} — ${title}, by ${author}, ${age}. ${from}`,
    };
  });
}

/** In metres from the cloth's upper left corner; `y` is the middle of the line. */
interface BannerText {
  readonly text: string;
  readonly y: number;
  readonly size: number;
  readonly color: ColorName;
  readonly bold: boolean;
}

const MARGIN = 0.06;
/** The font size of the title on a cloth without a commit. `LEADING` is the line height. */
const PLAIN_TITLE = 0.112;
const LEADING = 1.36;
/** The line of the author, below the seam at the bar and the roll of a furled cloth. */
const FIRST_LINE = 0.27;

/**
 * Font sizes on a cloth, in metres. Capitals are two thirds of them: more than 5 cm (docs/look.md).
 */
export interface BannerSetting {
  readonly small: number;
  readonly title: number;
  readonly titleLines: number;
  /**
   * The position of the mark for the reading's state: a knot on the line from the commit to the previous
   * ones.
   */
  readonly knotY: number;
  readonly sha: boolean;
}
export const FINE: BannerSetting = { small: 0.078, title: 0.086, titleLines: 6, knotY: 1.42, sha: true };
/** For the quality level `lowest`: larger letters, and only the important texts. */
export const COARSE: BannerSetting = { small: 0.09, title: 0.122, titleLines: 5, knotY: 1.56, sha: false };
export const KNOT_SIZE = 0.085;

/**
 * Adds spaces where a word that is too long for a line may be broken: after a slash or dash, before a
 * capital.
 */
const withGaps = (text: string, fits: (word: string) => boolean): string =>
  text
    .split(/\s+/u)
    .map((word) => (fits(word) ? word : word.replace(/([/_.-])(?=\w)|(\p{Ll})(?=\p{Lu})/gu, '$& ')))
    .join(' ');

/** The lines of a cloth, centred on it. */
export function layoutBanner(view: BannerView, setting: BannerSetting, measure: MeasureAt): BannerText[] {
  const { small, title, titleLines, knotY, sha } = setting;
  const room = CLOTH_WIDTH - MARGIN * 2;
  const fit = (text: string, size: number, lines: number, bold: boolean): string[] =>
    text === ''
      ? []
      : wrapText(
          withGaps(text, (word) => measure(word, size, bold) <= room),
          room,
          lines,
          (tried) => measure(tried, size, bold),
        );
  const texts: BannerText[] = [];
  const plain = view.author === '';
  let y = plain ? 0.55 : FIRST_LINE;
  const put = (lines: string[], size: number, color: ColorName, bold: boolean): void => {
    for (const text of lines) {
      texts.push({ text, y, size, color, bold });
      y += size * LEADING;
    }
  };
  put(fit(view.author, small, 1, false), small, 'textQuiet', false);
  y += 0.06;
  const size = plain ? PLAIN_TITLE : title;
  put(fit(view.title, size, titleLines, true), size, plain ? stateLooks[view.state].color : 'text', true);
  y += 0.05;
  put(fit(view.age, small, 1, false), small, 'panelText', false);
  if (sha && view.sha !== '')
    texts.push({ text: view.sha, y: knotY + 0.2, size: small, color: 'agentDormantText', bold: false });
  return texts;
}
