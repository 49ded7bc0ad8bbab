import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { skyHours } from '../../../data/config/config.ts';
import { parsePlaces } from '../../../data/painted/places.ts';
import { aspects, pictureName, pictureWeathers } from '../../../data/painted/pictures.ts';

const folder = join(import.meta.dirname, '../../../public/painted');
const places = parsePlaces(JSON.parse(readFileSync(join(folder, 'places.json'), 'utf8')));

describe('the files of the painted home', () => {
  it('are a picture of each shape, weather and hour, a clear one in two formats, small enough to be the first light', () => {
    const wanted = aspects.flatMap((aspect) =>
      pictureWeathers.flatMap((weather) =>
        skyHours.flatMap((hour) =>
          (weather === 'clear' ? ['avif', 'webp'] : ['avif']).map(
            (format) => `${pictureName({ aspect, weather, hour })}.${format}`,
          ),
        ),
      ),
    );
    assert.deepEqual(readdirSync(folder).toSorted(), [...wanted, 'places.json'].toSorted());
    const sizes = wanted.map((name) => [name, statSync(join(folder, name)).size] as const);
    assert.deepEqual(
      sizes.filter(([, bytes]) => bytes > 45_000),
      [],
    );
  });

  it('say where things stand: the resident in the middle, the meter aside, both sides alike', () => {
    for (const aspect of aspects) {
      const { resident, meter, panels, portals } = places[aspect];
      const middle = ([left, , right]: typeof resident): number => (left + right) / 2;
      assert.ok(Math.abs(middle(resident) - 0.5) < 0.01, aspect);
      const { agents, commits } = panels;
      assert.ok(agents && commits && Math.abs(middle(agents) + middle(commits) - 1) < 0.01, aspect);
      // A phone held upright shows no meter in the start view.
      assert.equal(meter === undefined, aspect === 'tall');
      if (meter) assert.ok(meter[2] < agents[0] && meter[3] < agents[1], aspect);
      for (const [left, top, right, bottom] of [resident, ...Object.values(panels), ...portals])
        assert.ok(left < right && top < bottom, aspect);
    }
    assert.equal(places.wide.portals.length, 4);
    assert.equal(Object.keys(places.wide.panels).length, 4);
  });

  it('are refused in another form', () => {
    assert.throws(() => parsePlaces({}));
    assert.throws(() => parsePlaces({ ...places, wide: { ...places.wide, resident: [0, 0, 1] } }));
    assert.throws(() => parsePlaces({ ...places, low: { ...places.low, width: 0 } }));
  });
});
