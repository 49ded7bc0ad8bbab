import { expect } from '@open-wc/testing';
import { Group, type Object3D, Vector2, Vector3 } from 'three';
import { type Viewpoint, type ViewpointPanel, viewpointPanels } from '../../../data/view/viewpoint.ts';
import { goTo } from '../../../data/view/go-to.ts';
import type { Thing } from '../../../data/world-state.ts';
import { theme } from '../../../theme/theme.ts';
import { arrivingModules } from '../../../world/deferred-modules.ts';
import { worldModules } from '../../../world/modules.ts';
import * as viewpoints from '../../../world/camera/viewpoints.ts';
import * as flights from '../../../world/camera/flights.ts';
import * as cameraRig from '../../../world/camera/camera-rig.ts';
import { PANEL_WIDTH } from '../../../world/core/scene/panel-slots.ts';
import * as heatmap from '../../../world/panels/heatmap/heatmap.ts';
import * as walk from '../../../world/player/walk.ts';
import { portal, setPortals, setReadings } from '../../helpers/home-readings.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';
import { portalStand } from '../../../world/camera/fly-to-portal.ts';

const agents: Viewpoint = { kind: 'panel', name: 'agents' };

describe('viewpoints', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
    stage.state.world.complete.set(true);
    const board = new Group();
    board.name = 'agent-board';
    // Its front looks towards +x.
    board.position.set(-6, 2, -4);
    board.rotation.y = Math.PI / 2;
    stage.scene.add(board);
    stage.scene.registry.addViewpoint('agents', { before: board.name, metres: 2.8, width: PANEL_WIDTH });
    stage.scene.registry.addViewpoint('oath', { at: [12.6, 9.45], look: [15, 1.5, 8] });
    walk.init(stage.scene, stage.state, theme);
    cameraRig.init(stage.scene, stage.state, theme);
    viewpoints.init(stage.scene, stage.state, theme);
    flights.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    flights.dispose();
    viewpoints.dispose();
    cameraRig.dispose();
    walk.dispose();
    stage.dispose();
  });
  const run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < seconds * rate; i++) {
      walk.update(i / rate, 1 / rate);
      cameraRig.update(i / rate, 1 / rate);
      viewpoints.update(i / rate, 1 / rate);
      flights.update(i / rate, 1 / rate);
    }
  };
  /** The registry with a portal at a place of its own. */
  const readPortals = (): void => {
    setPortals(stage.state, [portal('garden')]);
    const box = new Group();
    box.name = 'portal garden';
    box.position.set(10, 0, -20);
    stage.scene.add(box);
  };

  it('give the resident the position of each, and nothing for what is missing', () => {
    readPortals();
    const at = (viewpoint: Viewpoint) => stage.scene.registry.lookPointOf?.(viewpoint);
    expect(at(agents)?.toArray()).to.deep.equal([-6, 2, -4]);
    expect(at({ kind: 'portal', id: 'garden' })?.x).to.equal(10);
    expect(at({ kind: 'portal', id: 'nowhere' })).to.equal(undefined);
    expect(at({ kind: 'panel', name: 'oath' })?.toArray()).to.deep.equal([15, 1.5, 8]);
  });

  for (const rate of [20, 60, 144])
    it(`place the visitor in front of a panel, facing it (${rate} frames per second)`, () => {
      goTo(stage.state, agents);
      run(1, rate);
      const { camera } = stage.scene;
      expect(camera.position.x).to.be.closeTo(-3.2, 0.01);
      expect(camera.position.z).to.be.closeTo(-4, 0.01);
      expect(camera.getWorldDirection(camera.position.clone()).x).to.be.lessThan(-0.98);
      expect(stage.state.world.standing.get()).to.deep.equal(agents);
    });

  it('place the visitor far enough for a narrow window to show the whole panel', () => {
    const { camera } = stage.scene;
    camera.fov = 75;
    camera.aspect = 9 / 16;
    camera.updateProjectionMatrix();
    goTo(stage.state, agents);
    run(1);
    camera.updateMatrixWorld();
    for (const z of [-1.3, 1.3]) {
      const edge = camera.position.clone().set(-6, 2, -4 + z);
      expect(Math.abs(edge.project(camera).x)).to.be.within(0.85, 0.95);
    }
    expect(stage.state.world.standing.get()).to.deep.equal(agents);
  });

  // `edge` is the right edge of the panel Today, which is narrower in a small window.
  for (const [width, height, edge] of [
    [1024, 768, 304],
    [1280, 800, 336],
    [1280, 1024, 336],
    [1440, 900, 336],
  ] as const)
    it(`place the visitor where Today covers nothing of a panel at ${width} × ${height}`, () => {
      const { camera, renderer } = stage.scene;
      const before = renderer.getSize(new Vector2());
      renderer.setSize(width, height, false);
      camera.fov = 60;
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      const edges = (): number[] => {
        goTo(stage.state, agents);
        run(1);
        camera.updateMatrixWorld();
        // In CSS pixels, from the left.
        return [-1.3, 1.3]
          .map((z) => ((new Vector3(-6, 2, -4 + z).project(camera).x + 1) / 2) * width)
          .toSorted((a, b) => a - b);
      };
      const [left = 0, right = 0] = edges();
      expect(left).to.be.at.least(edge);
      expect(right - left).to.be.at.least(0.39 * width);
      expect(stage.state.world.standing.get()).to.deep.equal(agents);
      stage.state.panels.today.set(false);
      const [alone = 0] = edges();
      expect(alone).to.be.at.most(left);
      renderer.setSize(before.x, before.y, false);
    });

  for (const [shape, aspect] of [
    ['wide', 16 / 9],
    ['narrow', 9 / 19.5],
  ] as const)
    it(`place the visitor where a ${shape} window shows the whole total of the day in the floor`, () => {
      heatmap.init(stage.scene, stage.state, theme);
      const { camera } = stage.scene;
      camera.fov = 60;
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
      goTo(stage.state, { kind: 'panel', name: 'heatmap' });
      run(1);
      camera.updateMatrixWorld();
      // The two lines of the total are at most as wide, inside the dial.
      for (const x of [-1.45, 1.45])
        for (const z of [0.75, 1.4]) {
          const end = camera.position.clone().set(x, 0, z).project(camera);
          expect(Math.abs(end.x)).to.be.lessThan(1);
          expect(Math.abs(end.y), 'in the middle, above Today and the hint').to.be.lessThan(0.2);
        }
      heatmap.dispose();
    });

  it('place the visitor at an object of a later module, and keep the home’s own names', () => {
    const { things, standing } = stage.state.world;
    goTo(stage.state, { kind: 'panel', name: 'lantern' });
    run(8);
    const lantern = new Group();
    lantern.name = 'lantern';
    lantern.position.set(3, 1.4, 10);
    stage.scene.add(lantern);
    const thing = (name: string): Thing => ({
      name,
      title: name,
      label: () => name,
      rows: () => [],
      action: () => undefined,
    });
    things.set([thing('lantern'), thing('agents')]);
    run(1);
    const { camera } = stage.scene;
    expect(camera.position.x).to.be.closeTo(3, 0.01);
    expect(camera.position.z).to.be.closeTo(12.8, 0.01);
    expect(standing.get()).to.deep.equal({ kind: 'panel', name: 'lantern' });
    goTo(stage.state, agents);
    run(1);
    expect(camera.position.x).to.be.closeTo(-3.2, 0.01);
  });

  it('restore a place, and report the visitor’s current one', () => {
    const { spot } = stage.state.world;
    run(1);
    const first = spot.get();
    run(1);
    expect(spot.get()).to.equal(first);
    goTo(stage.state, { kind: 'spot', x: 3, z: 12, yaw: 0.5, pitch: -0.1 });
    run(2);
    const { camera } = stage.scene;
    expect(camera.position.x).to.be.closeTo(3, 0.01);
    expect(camera.position.z).to.be.closeTo(12, 0.01);
    expect(spot.get()).to.deep.equal({ kind: 'spot', x: 3, z: 12, yaw: 0.5, pitch: -0.1 });
  });

  it('leave a visitor in place who has walked away before the place was there', () => {
    goTo(stage.state, { kind: 'portal', id: 'garden' });
    run(1);
    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyW', key: 'w' }));
    run(0.2);
    window.dispatchEvent(new KeyboardEvent('keyup', { code: 'KeyW', key: 'w' }));
    readPortals();
    run(1);
    expect(stage.scene.player.x).to.be.closeTo(0, 0.01);
    expect(stage.state.world.goTo.get()).to.equal(undefined);
  });

  it('wait for a portal from the registry, and go there once', () => {
    const garden: Viewpoint = { kind: 'portal', id: 'garden' };
    goTo(stage.state, garden);
    run(1);
    readPortals();
    run(1);
    const { position } = stage.scene.camera;
    expect(position.x).to.be.closeTo(10, 0.01);
    const { camera, renderer } = stage.scene;
    const { metres } = portalStand(camera.fov, camera.aspect, renderer.getSize(new Vector2()).y);
    expect(position.z).to.be.closeTo(-20 + metres, 0.01);
    expect(stage.state.world.standing.get()).to.deep.equal(garden);
    stage.scene.player.teleport(0, 17, 0, 0);
    run(1);
    viewpoints.dispose();
    viewpoints.init(stage.scene, stage.state, theme);
    run(1);
    expect(position.z).to.be.closeTo(17, 0.01);
    expect(stage.state.world.standing.get()).to.equal(undefined);
  });

  it('receive a visitor who has chosen an object from afar, by a flight that a key ends', () => {
    const { player } = stage.scene;
    const board = stage.scene.getObjectByName('agent-board')!;
    const part = new Group();
    board.add(part);
    const choose = (object: Object3D, x: number, z: number): void => {
      player.goal = { object, point: new Vector3(x, 2, z), reach: 5 };
    };
    choose(part, -6, -4);
    run(0.5);
    expect(stage.scene.camera.position.y, 'flies').to.be.greaterThan(1.9);
    run(3);
    expect([player.x, player.z].map((value) => value.toFixed(2))).to.deep.equal(['-3.20', '-4.00']);
    expect(player.heightOffset).to.equal(0);
    expect(stage.state.world.standing.get()).to.deep.equal(agents);
    // Without a viewpoint: on the side they come from.
    choose(new Group(), -3.2, 6);
    run(4);
    expect([player.x, player.z].map((value) => value.toFixed(2))).to.deep.equal(['-3.20', '3.00']);
    choose(part, -6, -4);
    run(0.3);
    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyX', key: 'x' }));
    run(2);
    expect(player.z).to.be.greaterThan(0);
    stage.state.world.reducedMotion.set(true);
    choose(part, -6, -4);
    run(3 / 60);
    expect(player.z).to.be.closeTo(-4, 0.01);
  });

  it('are found as soon as their module has loaded, and given up only after all have', () => {
    const { world } = stage.state;
    world.complete.set(false);
    goTo(stage.state, { kind: 'panel', name: 'earth' });
    run(20);
    expect(world.goTo.get()).to.have.property('kind', 'panel');
    const globe = new Group();
    globe.name = 'earth';
    globe.position.set(9, 6, -9);
    stage.scene.registry.addViewpoint('earth', { at: [5, -5], look: [9, 6, -9] });
    stage.scene.add(globe);
    run(1);
    expect(stage.scene.player.x).to.be.closeTo(5, 0.01);
    goTo(stage.state, { kind: 'panel', name: 'commits' });
    run(20);
    world.complete.set(true);
    run(5);
    expect(world.goTo.get()).to.have.property('kind', 'panel');
    run(2);
    expect(world.goTo.get()).to.have.property('kind', 'nowhere');
  });

  it('leave the visitor in place for an unknown name, and say for some seconds that there is no such place', () => {
    const { goTo: place } = stage.state.world;
    const nowhere: Viewpoint = { kind: 'portal', id: 'nowhere' };
    goTo(stage.state, nowhere);
    run(5);
    expect(place.get(), 'it may still load').to.equal(nowhere);
    run(3);
    expect(place.get()).to.deep.equal({ kind: 'nowhere', wanted: nowhere });
    run(8);
    expect(place.get()).to.equal(undefined);
    goTo(stage.state, { kind: 'panel', name: 'commits' });
    run(8);
    expect(place.get()).to.have.property('kind', 'nowhere');
    goTo(stage.state, agents);
    run(1);
    expect(place.get(), 'another link is followed at once').to.equal(undefined);
    expect(stage.scene.camera.position.x).to.be.closeTo(-3.2, 0.01);
  });

  it('no longer say it when the visitor moves', () => {
    goTo(stage.state, { kind: 'portal', id: 'nowhere' });
    run(7);
    expect(stage.state.world.goTo.get()).to.have.property('kind', 'nowhere');
    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyW', key: 'w' }));
    run(0.2);
    window.dispatchEvent(new KeyboardEvent('keyup', { code: 'KeyW', key: 'w' }));
    expect(stage.state.world.goTo.get()).to.equal(undefined);
  });

  it('are cleared when the visitor turns or walks away, and kept in other camera modes', () => {
    const { standing } = stage.state.world;
    goTo(stage.state, agents);
    run(1);
    const { player } = stage.scene;
    stage.state.view.set({ mode: 'overview', navigation: 'walk' });
    player.teleport(0, 17, 0, 0);
    run(1);
    expect(standing.get()).to.deep.equal(agents);
    stage.state.view.set({ mode: 'normal', navigation: 'walk' });
    run(1);
    expect(standing.get()).to.equal(undefined);
    goTo(stage.state, agents);
    run(1);
    player.teleport(player.x, player.z, player.yaw + Math.PI, 0);
    run(1);
    expect(standing.get()).to.equal(undefined);
  });
});

describe('viewpoints of the whole world', function () {
  this.timeout(60_000);
  const hints: Readonly<Record<ViewpointPanel, RegExp>> = {
    agents: /^Agents/,
    commits: /^Last commits/,
    portals: /^Portals/,
    place: /^Place and time/,
    now: /^Now/,
    'dual-brain': /^Dual brain/,
    adapters: /^Adapters/,
    sovereignty: /^Sovereignty meter/,
    earth: /^The Earth/,
    heatmap: /^Commits of the last day/,
    block: /^Block height/,
    bookshelves: /^(?:Bookshelves|#\d+ )/,
    oath: /^Oath/,
  };

  it('are near enough that each object shows its hint, and the oath is readable', () => {
    const stage = createTestStage(192, 108);
    setReadings(stage.state);
    const all = [...worldModules, ...arrivingModules].map(({ module }) => module);
    for (const module of all) module.init(stage.scene, stage.state, theme);
    const { hint } = stage.state.world;
    for (const name of viewpointPanels) {
      goTo(stage.state, { kind: 'panel', name });
      for (let frame = 0; frame < 60; frame++) {
        for (const { update } of all) update(frame / 60, 1 / 60);
        stage.scene.updateMatrixWorld();
      }
      expect(hint.get()?.label, name).to.match(hints[name]);
      if (name === 'oath') expect(hint.get()?.action).to.equal('E — read');
    }
    for (const module of all.toReversed()) module.dispose?.();
    stage.dispose();
  });
});
