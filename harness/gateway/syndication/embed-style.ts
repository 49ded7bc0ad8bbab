import { embedNames } from './embeds.ts';
import type { HomeCounts } from './home-counts.ts';
import {
  type Arithmetic,
  MAX_ROWS,
  WIDTHS,
  type WidgetName,
  counts,
  heightOf,
  listNames,
} from './widget-heights.ts';

/** The file that pages with widgets link to. */
export const EMBED_STYLE_FILE = 'embed.css';

const names: readonly WidgetName[] = [...embedNames, 'chat'];
const tagsOf = (list: readonly string[]): string => `:is(${list.map((name) => `hw-${name}`).join()})`;

const numberText = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Heights as expressions for `calc()`. */
const text: Arithmetic<string> = {
  length: (px, spaces, ems) =>
    [
      px !== 0 && `${px}px`,
      spaces !== 0 && `${numberText(spaces)}*var(--s)`,
      ems !== 0 && `${numberText(ems)}em`,
    ]
      .filter(Boolean)
      .join(' + '),
  target: 'var(--t)',
  sum: (parts) => parts.join(' + '),
  max: (parts) => `max(${parts.join()})`,
  times(count, one, columns) {
    const { usual, most } = counts[count];
    const all = `var(--hw-${count},${usual})`;
    const rows = most === undefined ? all : `min(${all},var(--hw-limit,${most}))`;
    return `${columns === 1 ? rows : `round(up,${rows}/${columns},1)`}*(${one})`;
  },
};

/** The CSS rules for the height of a widget, from the largest width to the smallest. */
function heights(name: WidgetName, compact: boolean): string {
  const at = (width: number): string => `min-height:calc(${heightOf(text, name, { width, compact })});`;
  let last = at(Infinity);
  const rules = [last];
  for (const [index, width] of WIDTHS.entries()) {
    const rule = at(WIDTHS[index + 1] ?? 0);
    if (rule !== last) rules.push(`@container (width<${numberText(width)}em){${rule}}`);
    last = rule;
  }
  return rules.join('');
}

/**
 * The style sheet for pages of other sites. Until the script has defined a widget, an empty box keeps its
 * place. The box is as high as the widget will be. The numbers of rows come from `countsStyle`; without it,
 * usual numbers are assumed.
 */
export function embedStyle(): string {
  const all = tagsOf(names);
  const limits = Array.from({ length: MAX_ROWS }, (_, index) => index + 1);
  return [
    `@media (scripting:enabled){`,
    `${all}:not(:defined){display:flow-root;container-type:inline-size;font-size:var(--hw-font-size,max(14px,.875rem));`,
    `&::before{content:"";float:left;--s:var(--hw-space,8px);--t:0px}`,
    `@media (pointer:coarse){&::before{--t:44px}}`,
    `&[label=""]:not(hw-heartbeat,hw-chat)::before{margin-top:calc(-1.395em - var(--s))}`,
    `&>[slot]{display:none}}`,
    ...names.flatMap((name) => [
      `hw-${name}:not(:defined)::before{${heights(name, false)}}`,
      `hw-${name}[compact]:not(:defined)::before{${heights(name, true)}}`,
    ]),
    '}',
    `${tagsOf([...listNames, 'heartbeat'])}{${limits.map((limit) => `&[limit="${limit}"]{--hw-limit:${limit}}`).join('')}}`,
    'hw-history[of]{--hw-history-rows:1}\n',
  ].join('\n');
}

/** The counts of this home as CSS properties, which the style sheet and the widgets read. */
export const countsStyle = (given: HomeCounts): string =>
  `:root{${Object.entries(given)
    .map(([name, count]) => `--hw-${name}:${count}`)
    .join(';')}}\n`;
