import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { landRings } from '../../../../world/panels/globe/land.ts';

/** The even-odd rule, applied to all rings, including those that cross the date line. */
const isLand = (latitude: number, longitude: number): boolean => {
  let inside = false;
  for (const ring of landRings())
    for (const turn of [-360, 0, 360])
      for (let i = 0; i < ring.length; i += 2) {
        const j = (i + 2) % ring.length;
        const [ax, ay, bx, by] = [ring[i]! + turn, ring[i + 1]!, ring[j]! + turn, ring[j + 1]!];
        if (ay > latitude !== by > latitude && longitude < ((bx - ax) * (latitude - ay)) / (by - ay) + ax)
          inside = !inside;
      }
  return inside;
};

describe('the coasts of the Earth', () => {
  it('separate land from sea, at the date line and the poles too', () => {
    const land: Record<string, [number, number]> = {
      London: [51.5, -0.5],
      Nairobi: [-1.3, 36.8],
      Denver: [39.7, -105],
      Brasilia: [-15.8, -47.9],
      'Alice Springs': [-23.7, 133.9],
      Chukotka: [66.2, -174],
      Anadyr: [66, 177],
      'the Caspian’s shore': [40, 60],
      'the South Pole': [-89, 0],
      'Antarctica at the date line': [-86, 179],
      'northern Greenland': [80, -40],
      Madagascar: [-19, 46.5],
      Honshu: [36, 138.5],
    };
    const sea: Record<string, [number, number]> = {
      'the North Pole': [89, 0],
      'the middle of the Atlantic': [30, -40],
      'off 0, 0': [0, 0],
      'the Pacific at the date line': [0, 180],
      'the Pacific west of it': [10, -179],
      'the Indian Ocean': [-30, 80],
      'the Gulf of Mexico': [25, -90],
      'the Mediterranean': [35, 18],
      'the Southern Ocean': [-60, 100],
      'the Caspian Sea': [42, 51],
    };
    for (const [name, [latitude, longitude]] of Object.entries(land))
      assert.ok(isLand(latitude, longitude), `${name} is land`);
    for (const [name, [latitude, longitude]] of Object.entries(sea))
      assert.ok(!isLand(latitude, longitude), `${name} is sea`);
  });
});
