import { expect } from '@open-wc/testing';
import { Mesh, Vector2 } from 'three';
import { theme } from '../../../../theme/theme.ts';
import { pick } from '../../../../world/camera/focus-pick.ts';
import * as lightningArcs from '../../../../world/effects/ambient/lightning-arcs.ts';
import { pylonPlaces } from '../../../../world/effects/ambient/lightning-arcs-layout.ts';
import * as portals from '../../../../world/portals/portals.ts';
import * as island from '../../../../world/terrain/island/island.ts';
import * as scenery from '../../../../world/terrain/island/scenery.ts';
import { portal, setPortals } from '../../../helpers/home-readings.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

describe('the still stone', () => {
  const all = [island, scenery, portals, lightningArcs];
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(192, 108);
    stage.state.world.reducedMotion.set(true);
    setPortals(stage.state, [portal('castle'), portal('garden')]);
    for (const module of all) module.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    for (const module of all.toReversed()) module.dispose();
    stage.dispose();
  });
  const run = (seconds: number): void => {
    for (let time = 0; time < seconds; time += 0.05) for (const { update } of all) update(time, 0.05);
  };
  const render = (): { calls: number; triangles: number; pixels: Uint8Array } => {
    stage.render();
    const { calls, triangles } = stage.renderer.info.render;
    return { calls, triangles, pixels: stage.pixels() };
  };
  const merged = (): Mesh => stage.scene.getObjectByName('stonework') as Mesh;

  it('of all modules is one draw call once nothing changes, and looks the same', () => {
    run(0.2);
    const apart = render();
    expect(merged().visible, 'it is not merged at once').to.equal(false);
    run(0.6);
    const together = render();
    // Ground, stones, growth, paths, arches and pylons.
    expect(apart.calls - together.calls).to.equal(5);
    expect(together.triangles).to.equal(apart.triangles);
    const different = together.pixels.filter((value, i) => Math.abs(value - (apart.pixels[i] ?? 0)) > 8);
    expect(different.length / apart.pixels.length).to.be.lessThan(0.002);
  });

  it('is drawn by its own modules again when one of them changes, and then merged again', () => {
    run(1);
    const { triangles } = render();
    setLevel(stage.scene, 'highest');
    run(0.1);
    expect(merged().visible).to.equal(false);
    run(0.7);
    expect(merged().visible).to.equal(true);
    expect(render().triangles, 'all stones of the level').to.be.greaterThan(triangles);
    setPortals(stage.state, []);
    run(0.1);
    expect(merged().visible).to.equal(false);
    run(0.7);
    expect(merged().visible).to.equal(true);
  });

  it('is not merged while something arrives, or is still hidden by the warm-up', () => {
    stage.scene.frame.arrivals.begin(['portals'], [new Mesh()]);
    run(1);
    expect(merged().visible).to.equal(false);
    stage.scene.frame.arrivals.advance(2);
    const arches = [...stage.scene.registry.stonework.meshes].at(-1)!;
    arches.layers.mask = 0;
    run(1);
    expect(merged().visible).to.equal(true);
    expect(arches.layers.mask, 'it is in no layer').to.equal(0);
    const without = render().triangles;
    arches.layers.mask = 1;
    run(1);
    expect(render().triangles).to.be.greaterThan(without);
  });

  it('keeps its names for rays, and is shown again when the island goes', () => {
    run(1);
    const [{ x, y, z }] = pylonPlaces() as [{ x: number; y: number; z: number }];
    const { scene } = stage;
    scene.camera.position.set(x * 0.7, y + 1.2, z * 0.7);
    scene.camera.lookAt(x, y + 1.2, z);
    scene.updateMatrixWorld();
    expect(pick(scene, new Vector2())?.label).to.equal('Pylon of the lightning arcs');
    island.dispose();
    for (const { layers } of scene.registry.stonework.meshes) expect(layers.mask).to.equal(1);
  });
});
