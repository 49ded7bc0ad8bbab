import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reading } from '../../../../data/readings/reading.ts';
import { hoopAt } from '../../../../world/panels/plinth/block-animation.ts';
import { GLOBE_RADIUS } from '../../../../world/panels/globe/globe.ts';
import { layoutPlate, plinthContent } from '../../../../world/panels/plinth/plinth-content.ts';
import { PLATE_HEIGHT, PLATE_WIDTH } from '../../../../world/panels/plinth/plinth-geometry.ts';

const NOW = 1_700_000_000_000;
const live = (value: number): Reading<number> => ({ state: 'live', source: 'chain', value, fetchedAt: NOW });

describe('the hoop of light', () => {
  const CENTRE = 10;
  const at = (share: number, calm = false) => hoopAt(share, CENTRE, calm, { height: 0, radius: 0, light: 0 });

  it('rises from the plinth without touching the globe, and disappears at the top', () => {
    assert.equal(at(0).height, 0);
    assert.ok(at(0).radius > 0.3, 'as wide as the plinth');
    assert.equal(at(0).light, 0);
    assert.equal(at(1).light, 0);
    let last = -1;
    for (let share = 0; share <= 1; share += 0.01) {
      const { height, radius } = at(share);
      assert.ok(height >= last);
      last = height;
      assert.ok(Math.hypot(height - CENTRE, radius) > GLOBE_RADIUS);
    }
    assert.ok(Math.abs(last - CENTRE - GLOBE_RADIUS) < 0.1);
    assert.ok(at(0.5).light > 0.9);
  });

  it('stays in place under reduced motion, and fades in and out once', () => {
    const shares = Array.from({ length: 101 }, (_, i) => i / 100);
    assert.equal(
      new Set(shares.map((share) => `${at(share, true).height} ${at(share, true).radius}`)).size,
      1,
    );
    const lights = shares.map((share) => at(share, true).light);
    const turns = lights.filter(
      (light, i) => i > 0 && i < 100 && light > lights[i - 1]! && light >= lights[i + 1]!,
    );
    assert.equal(turns.length, 1);
    assert.ok(lights[0]! < 1e-9 && lights[100]! < 1e-9);
  });
});

describe('the plate of the plinth', () => {
  const draw = (reading: Reading<number>) =>
    layoutPlate(
      plinthContent(reading, NOW),
      PLATE_WIDTH,
      PLATE_HEIGHT,
      (text, size) => text.length * size * 0.6,
    );
  const texts = (reading: Reading<number>): string[] => draw(reading).texts.map(({ text }) => text);

  it('shows the height, its source and its age', () => {
    assert.deepEqual(texts({ ...live(698_767), fetchedAt: NOW - 240_000 } as Reading<number>), [
      'Live',
      'Block height',
      'chain · 4 min ago',
      '698767',
    ]);
  });

  it('does not call a recording live', () => {
    assert.equal(texts({ ...live(698_767), recorded: true } as Reading<number>)[0], 'Recorded');
  });

  it('keeps all text inside, even a long height and a long cause', () => {
    for (const reading of [
      live(Number.MAX_SAFE_INTEGER),
      {
        state: 'error',
        source: 'chain',
        cause: 'It answered 502 and more words than fit. '.repeat(6),
      } as const,
    ]) {
      const drawn = draw(reading);
      for (const { text, x, y, size, align } of drawn.texts) {
        const wide = text.length * size * 0.6;
        const left = align === 'right' ? x - wide : x;
        assert.ok(left >= 0 && left + wide <= 2.000_001, text);
        assert.ok(y - size / 2 > 0 && y + size / 2 < PLATE_HEIGHT, text);
      }
      const [figure] = drawn.texts.slice(-1);
      const foot = drawn.texts.slice(2, -1);
      for (const line of foot)
        assert.ok(figure!.y + figure!.size / 2 < line.y - line.size / 2, 'they overlap');
    }
  });

  it('names the reason when there is no height', () => {
    const figure = (reading: Reading<number>): string => texts(reading).at(-1)!;
    assert.equal(figure({ state: 'loading', source: 'chain' }), '—');
    assert.equal(figure({ state: 'empty', source: 'chain', fetchedAt: NOW }), 'NONE');
    assert.equal(figure({ state: 'error', source: 'chain', cause: 'x' }), 'ERROR');
    assert.equal(figure({ state: 'offline', source: 'chain', cause: 'x' }), '—');
    assert.equal(figure({ state: 'offline', source: 'chain', value: 5, fetchedAt: NOW, cause: 'x' }), '5');
  });
});
