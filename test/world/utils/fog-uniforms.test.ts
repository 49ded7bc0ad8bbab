import { expect } from '@open-wc/testing';
import { Color, Mesh, Vector3 } from 'three';
import { theme } from '../../../theme/theme.ts';
import { terrainMaterial, terrainUniforms } from '../../../world/terrain/terrain-material.ts';
import { updateFog } from '../../../world/utils/fog-uniforms.glsl.ts';
import { FacetBuilder } from '../../../world/utils/geometry.ts';
import { createTestLoop } from '../../helpers/loop.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

describe('what arrives', () => {
  let stage: TestStage;
  const loop = createTestLoop();
  beforeEach(() => {
    loop.currentModule = 'stones';
    stage = createTestStage(96, 54, loop);
  });
  afterEach(() => stage.dispose());

  it('stands below its place until the ring of light has passed it, and then as if it had always been there', () => {
    const { scene } = stage;
    // A wall on the line of sight, 9 m behind the resident.
    const corner = (x: number, y: number): Vector3 => new Vector3(x, y, -9);
    const builder = new FacetBuilder();
    builder.quad(corner(-2, 1), corner(2, 1), corner(2, 4), corner(-2, 4), new Color(1, 1, 1));
    const uniforms = terrainUniforms(scene);
    const wall = new Mesh(builder.build(), terrainMaterial(theme, uniforms));
    scene.add(wall);
    /** The pixels, and which rows of the picture the wall covers, from below. */
    const draw = (): { pixels: Uint8Array; rows: number[] } => {
      updateFog(uniforms, scene);
      stage.render();
      const pixels = stage.pixels();
      wall.visible = false;
      stage.render();
      const without = stage.pixels();
      wall.visible = true;
      const rows = new Set<number>();
      pixels.forEach((value, i) => {
        if (Math.abs(value - (without[i] ?? 0)) > 2) rows.add(Math.floor(i / 4 / 96));
      });
      return { pixels, rows: [...rows].toSorted((a, b) => a - b) };
    };
    const there = draw();
    expect(there.rows.length).to.be.greaterThan(3);
    const { arrivals } = scene.frame;
    arrivals.begin(['stones'], [wall]);
    // The ring is at 2 metres.
    arrivals.advance(0.24);
    const before = draw();
    expect(before.rows, 'it has the colour of the fog').to.deep.equal([]);
    // At 13 metres.
    arrivals.advance(0.18);
    const rising = draw();
    expect(rising.rows.length, 'a part of it has come').to.be.greaterThan(0);
    expect(rising.rows.at(-1)).to.be.lessThan(there.rows.at(-1) ?? 0);
    arrivals.advance(1);
    expect(arrivals.isRunning).to.equal(false);
    expect(draw().pixels).to.deep.equal(there.pixels);
    wall.geometry.dispose();
    wall.material.dispose();
  });
});
