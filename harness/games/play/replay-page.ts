import { createHash } from 'node:crypto';
import {
  ARROW_HEAD,
  type ActionMark,
  type Place,
  CROSSED_OUT,
  DASHES,
  actionMarks,
  isCrossedOut,
  isDashed,
  markOpacity,
  markShapes,
  pointerAfter,
} from '../../../data/games/action-marks.ts';
import type { PlayLogEntry, PlayLogEntryOf } from '../../../data/games/play-log.ts';
import { counted } from '../../../data/readings/format.ts';
import { schemeCss } from '../../../theme/css.ts';
import { theme } from '../../../theme/theme.ts';
import { escapeHtml, terminalText } from '../../core/escape.ts';
import { logLine } from './log-lines.ts';

/** One screenshot, and what happened until the next. */
interface Frame {
  readonly screen: PlayLogEntryOf<'screen'>;
  readonly after: PlayLogEntry[];
  /** The position of the pointer before the frame: the start of a drag. */
  pointer: Place | undefined;
}

/**
 * The page follows the system's colour scheme. The marks look as in the world: gold, or red if crossed out.
 */
const STYLE = `${schemeCss()}
:root { font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; color: var(--hw-text); background: var(--hw-background) }
a { color: var(--hw-accent) }
:focus-visible { outline: var(--hw-line-focus) solid var(--hw-accent); outline-offset: 2px }
nav ol { display: flex; flex-wrap: wrap; gap: .25rem; padding: 0; list-style: none }
nav a { display: block; min-width: 2.75rem; padding: .6rem .25rem; text-align: center; border: 1px solid var(--hw-text-quiet); border-radius: .25rem }
section { margin: 2rem 0; padding-top: 1rem; border-top: 1px solid var(--hw-text-quiet) }
figure { position: relative; margin: 0 }
figure img { display: block; width: 100%; height: auto }
figure svg { position: absolute; inset: 0; width: 100%; height: 100%; fill: none; stroke-linecap: round }
.edge { stroke: ${theme.colors.background}; stroke-width: .5 }
.line { stroke: ${theme.colors.zap}; stroke-width: .22 }
.crossed .line { stroke: ${theme.colors.error} }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
dt { font-weight: 600 }
dd { margin: 0 }
dd, p, li { overflow-wrap: anywhere }`;

/** The page runs no script and makes no request. */
const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const isAction = (entry: PlayLogEntry): entry is PlayLogEntryOf<'action'> => entry.type === 'action';

/** The frames of a log. Entries before the first screenshot are in no frame. */
function framesOf(entries: readonly PlayLogEntry[]): { before: PlayLogEntry[]; frames: Frame[] } {
  const [before, frames]: [PlayLogEntry[], Frame[]] = [[], []];
  for (const entry of entries)
    if (entry.type === 'screen') frames.push({ screen: entry, after: [], pointer: undefined });
    else (frames.at(-1)?.after ?? before).push(entry);
  let pointer: Place | undefined;
  for (const frame of frames) {
    frame.pointer = pointer;
    pointer = pointerAfter(frame.after.filter(isAction), pointer);
  }
  return { before, frames };
}

/** One mark with a dark outline, so that it is visible on light and dark pictures. */
function markSvg(mark: ActionMark, width: number, height: number): string {
  const radius = Math.max(width, height) / 50;
  const [x, y] = [mark.x * width, mark.y * height];
  const isCrossed = isCrossedOut(mark.outcome);
  const paths = [`<path d="${markShapes[mark.shape]}${isCrossed ? CROSSED_OUT : ''}"/>`];
  if (mark.from) {
    const [dx, dy] = [(mark.from.x * width - x) / radius, (mark.from.y * height - y) / radius];
    const angle = (Math.atan2(-dy, -dx) * 180) / Math.PI;
    paths.push(
      `<path d="M${dx.toFixed(2)} ${dy.toFixed(2)}L0 0"/><path transform="rotate(${angle.toFixed(1)})" d="${ARROW_HEAD}"/>`,
    );
  }
  const dashes = isDashed(mark.outcome) ? ` stroke-dasharray="${DASHES.join(' ')}"` : '';
  const both = ['edge', 'line'].map((name) => `<g class="${name}"${dashes}>${paths.join('')}</g>`);
  return `<g${isCrossed ? ' class="crossed"' : ''} transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${radius.toFixed(2)})" opacity="${markOpacity(mark.age)}">${both.join('')}</g>`;
}

/** The screenshot with the actions of its step. The list below the picture has them as text. */
function figure({ screen, after, pointer }: Frame, bytes: Uint8Array | undefined): string {
  const { number, width, height, file } = screen;
  if (!bytes) return `<p>The file of screenshot ${number} is missing.</p>`;
  const type = file.endsWith('.png') ? 'image/png' : 'image/jpeg';
  const marks = actionMarks(after.filter(isAction), pointer).map((mark) => markSvg(mark, width, height));
  return [
    `<figure><img src="data:${type};base64,${Buffer.from(bytes).toString('base64')}" width="${width}" height="${height}" alt="Screenshot ${number} of the game">`,
    `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${marks.join('')}</svg></figure>`,
  ].join('');
}

const listItems = (entries: readonly PlayLogEntry[]): string =>
  // Removes control characters from the model’s text: bidirectional ones could change the line’s direction.
  entries.map((entry) => `<li>${escapeHtml(terminalText(logLine(entry)).trim())}</li>`).join('');

function frameHtml(frame: Frame, index: number, isEmbedded: boolean, bytes: Uint8Array | undefined): string {
  const { screen, after } = frame;
  // A picture that is already in the page is shown again only if this frame has actions.
  const isRepeated = isEmbedded && !after.some(isAction);
  const picture = isRepeated
    ? `<p>The screen did not change: it is still screenshot ${screen.number}.</p>`
    : figure(frame, bytes);
  return [
    `<section id="screen-${index + 1}" aria-labelledby="title-${index + 1}">`,
    `<h2 id="title-${index + 1}">${index + 1}. <time datetime="${new Date(screen.at).toISOString()}">${new Date(screen.at).toISOString().slice(11, 19)} UTC</time></h2>`,
    picture,
    after.length === 0 ? '' : `<ul>${listItems(after)}</ul>`,
    '</section>',
  ].join('\n');
}

const fact = (name: string, value: string): string => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`;

function facts(start: PlayLogEntryOf<'start'> | undefined, entries: readonly PlayLogEntry[]): string {
  const last = entries.at(-1);
  return [
    '<dl>',
    ...(start
      ? [
          fact('Game', start.window ?? start.portal),
          fact('Model', start.model),
          fact('Kind', start.dryRun ? 'dry run: nothing was sent' : `acting, approval: ${start.approval}`),
          fact('Started', new Date(start.at).toISOString()),
          ...(start.goal === undefined ? [] : [fact('Goal', start.goal)]),
        ]
      : []),
    fact('End', last?.type === 'end' ? logLine(last) : 'It is still running, or its player was killed.'),
    '</dl>',
  ].join('\n');
}

/**
 * A whole play as one page: it needs no script, no server and no other file.
 * @param read Returns the bytes of a screenshot by its file name.
 */
export function replayPage(
  id: string,
  entries: readonly PlayLogEntry[],
  read: (file: string) => Uint8Array | undefined,
): string {
  const { before, frames } = framesOf(entries);
  const start = before.find((entry) => entry.type === 'start');
  const others = before.filter((entry) => entry !== start);
  const title = escapeHtml(`Play ${id}`);
  const embedded = new Set<string>();
  const sections = frames.map((frame, index) => {
    const { file } = frame.screen;
    const isEmbedded = embedded.has(file);
    embedded.add(file);
    return frameHtml(frame, index, isEmbedded, read(file));
  });
  const links = frames.map((_frame, index) => `<li><a href="#screen-${index + 1}">${index + 1}</a></li>`);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>${STYLE}</style></head><body>`,
    `<header><h1>${title}</h1>\n${facts(start, entries)}</header>`,
    others.length === 0 ? '' : `<ul>${listItems(others)}</ul>`,
    `<nav aria-label="${counted(frames.length, 'screen')}"><ol>${links.join('')}</ol></nav>`,
    `<main>${sections.join('\n')}</main>`,
    '</body></html>\n',
  ].join('\n');
}
