import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type PanelContent,
  layoutHeadline,
  layoutPanel,
  stateLooks,
} from '../../../world/panels/panel-layout.ts';

const WIDTH = 2.6;
const HEIGHT = 1.6;
const LINE = HEIGHT / 13;
const MARGIN = LINE / 2;
/** DejaVu Sans Mono: 0.602 of the size a character. */
const measure = (text: string, size: number): number => Array.from(text).length * size * 0.602;
const contentOf = (content: Partial<PanelContent>): PanelContent => ({
  title: 'Last commits',
  state: 'live',
  headline: { figure: '3 h ago', caption: 'Add a portal ring' },
  rows: [],
  foot: ['here · just now'],
  ...content,
});
const layout = (content: Partial<PanelContent>) => layoutPanel(contentOf(content), WIDTH, HEIGHT, measure);
const rows = (count: number, detail?: string) =>
  Array.from({ length: count }, (_unused, index) => ({
    text: `row ${index}`,
    ...(detail ? { detail } : {}),
  }));
const textsOf = (content: Partial<PanelContent>): string[] => layout(content).texts.map(({ text }) => text);

describe('a panel', () => {
  it('has a title, the word of its state, rows and a foot', () => {
    assert.deepEqual(textsOf({ rows: rows(2) }), [
      'Live',
      'Last commits',
      'here · just now',
      'row 0',
      'row 1',
    ]);
  });

  it('keeps any text inside a margin of half a line', () => {
    const long = 'a commit title that goes on and on about everything that was changed in it '.repeat(3);
    const drawing = layout({
      title: long,
      rows: [...rows(3, long), { text: long, figure: true, mark: 'disc' }],
      foot: [long],
      state: 'error',
    });
    for (const { text, x, y, size, align } of drawing.texts) {
      const width = measure(text, size);
      const left = align === 'right' ? x - width : x;
      assert.ok(left >= MARGIN - 1e-9, text);
      assert.ok(left + width <= WIDTH - MARGIN + 1e-9, text);
      assert.ok(y - size / 2 >= 0 && y + size / 2 <= HEIGHT, text);
    }
  });

  it('never lets two texts overlap', () => {
    for (const count of [1, 4, 5, 9, 12]) {
      const { texts } = layout({
        rows: rows(count, 'and more').map((row) => ({ ...row, text: `${row.text} ${'a title '.repeat(5)}` })),
        foot: ['a source · '.repeat(12)],
      });
      const heights = texts
        .slice(1)
        .map(({ y }) => y)
        .sort((a, b) => a - b);
      for (let i = 1; i < heights.length; i++)
        assert.ok((heights[i] as number) - (heights[i - 1] as number) > LINE * 0.65, `${count} rows`);
    }
  });

  it('shows five commits with their full authors', () => {
    const texts = textsOf({ rows: rows(5, 'author') });
    assert.equal(texts.filter((text) => text === 'author').length, 5);
    assert.ok(!texts.some((text) => text.includes('more')));
  });

  it('has the details of many short rows beside them, so that twice as many have room', () => {
    const { texts } = layout({
      rows: rows(11, 'last commit 16 h ago · 2 PRs today · an issue with a long title'),
    });
    const shown = texts.filter(({ text }) => text.startsWith('row '));
    assert.equal(shown.length, 8);
    assert.equal(texts.at(-1)?.text, '… and 3 more');
    for (const { x, y, text, size } of shown) {
      const detail = texts.find((one) => one.y === y && one.text.startsWith('last commit'));
      assert.ok(detail, text);
      const begins = detail.x - measure(detail.text, detail.size);
      assert.ok(begins - (x + measure(text, size)) > 0.09, 'apart');
    }
    const long = rows(11, 'detail').map((row) => ({ ...row, text: `${row.text} ${'a title '.repeat(5)}` }));
    assert.equal(textsOf({ rows: long }).at(-1), '… and 7 more', 'long ones keep theirs below');
  });

  it('has at most twelve lines, and counts the omitted rows', () => {
    const texts = textsOf({ rows: rows(40) });
    assert.ok(texts.length - 1 <= 12, `${texts.length - 1} lines`);
    const last = texts.at(-1) as string;
    const shown = texts.filter((text) => text.startsWith('row ')).length;
    assert.equal(last, `… and ${40 - shown} more`);
  });

  it('sets capitals at least five centimetres high in the flattest font', () => {
    for (const { size } of layout({ rows: rows(3, 'x') }).texts) assert.ok(size * 0.638 >= 0.05);
  });

  it('makes a figure as large as its space allows', () => {
    const sizeOf = (text: string): number =>
      layout({ rows: [{ text, figure: true }] }).texts.find((drawn) => drawn.text === text)?.size ?? 0;
    assert.equal(sizeOf('918273'), 0.3);
    assert.ok(sizeOf('71.7°F Partly Cloudy') < 0.3);
    assert.ok(sizeOf('71.7°F Partly Cloudy') > 0.15);
  });

  it('gives each of two readings its own line at the foot', () => {
    const texts = textsOf({ foot: ['weather · 4 min ago', 'chain · 1 min ago'] });
    assert.deepEqual(texts.slice(2), ['weather · 4 min ago', 'chain · 1 min ago']);
  });

  it('shows each state by a unique word, shape and colour', () => {
    for (const part of ['word', 'mark', 'color'] as const) {
      const all = Object.values(stateLooks).map((look) => look[part]);
      assert.equal(new Set(all).size, all.length, part);
    }
  });
});

describe('a panel from afar', () => {
  const far = (content: Partial<PanelContent> = {}) =>
    layoutHeadline(contentOf(content), WIDTH, HEIGHT, measure);

  it('shows title, one figure and a caption inside its edges', () => {
    const { texts } = far({
      headline: { figure: '12 of 17', caption: 'a caption that is much too long for one line' },
    });
    assert.equal(texts.length, 3);
    for (const { text, x, y, size } of texts) {
      assert.ok(x + measure(text, size) <= WIDTH + 1e-9, text);
      assert.ok(y - size / 2 >= 0 && y + size / 2 <= HEIGHT, text);
    }
    assert.match(texts[2]?.text ?? '', /…$/u);
  });

  it('sets a figure that is readable from the start, 26 m away', () => {
    const { texts } = far({ headline: { figure: '2 of 17', caption: 'active today' } });
    const figure = texts.find(({ text }) => text === '2 of 17');
    // There, a metre is 24 CSS pixels in a window 720 high; letters need twelve.
    assert.ok((figure?.size ?? 0) * 24 >= 12);
  });

  it('replaces the caption by the word and mark of any state other than live', () => {
    for (const state of ['loading', 'stale', 'error', 'offline'] as const) {
      const { texts, marks } = far({ state });
      assert.equal(texts[2]?.text, stateLooks[state].word);
      assert.equal(marks[0]?.mark, stateLooks[state].mark);
    }
  });
});
