import { expect } from '@open-wc/testing';
import { Vector2 } from 'three';
import type { PortalHealth } from '../../../data/readings/records.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import * as pointing from '../../../world/interaction/interaction-system.ts';
import * as portals from '../../../world/portals/portals.ts';
import * as rig from '../../../world/camera/camera-rig.ts';
import * as flights from '../../../world/camera/flights.ts';
import * as visits from '../../../world/camera/fly-to-portal.ts';
import * as walkIn from '../../../world/player/portal-entry.ts';
import * as walk from '../../../world/player/walk.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';
import { portalStand } from '../../../world/camera/fly-to-portal.ts';

const modules = [walk, rig, portals, pointing, walkIn, visits, flights];
const key = (type: 'keydown' | 'keyup', code: string, letter: string): boolean =>
  document.body.dispatchEvent(
    new KeyboardEvent(type, { code, key: letter, bubbles: true, composed: true, cancelable: true }),
  );

describe('walking into a portal', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
  });
  afterEach(() => {
    key('keyup', 'KeyW', 'w');
    for (const module of [...modules].reverse()) module.dispose();
    stage.dispose();
  });
  const start = (differs: Record<string, unknown> = {}, checks?: readonly PortalHealth[]): void => {
    // Nine metres straight ahead of the visitor.
    const record = portal('a', { position: { x: 0, y: 0, z: 8 }, rotation: { y: 0 }, ...differs });
    setPortals(stage.state, [record], checks);
    for (const module of modules) module.init(stage.scene, stage.state, theme);
    stage.scene.player.teleport(0, 17, 0, 0);
    run(0.2);
  };
  const run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < Math.round(seconds * rate); i++)
      for (const module of modules) module.update(i / rate, 1 / rate);
  };
  const mode = (): string => stage.state.view.get().mode;
  const ahead = (seconds: number, rate = 60): void => {
    key('keydown', 'KeyW', 'w');
    run(seconds, rate);
    key('keyup', 'KeyW', 'w');
  };

  for (const rate of [20, 60, 144])
    it(`warps to its destination, at ${rate} frames per second`, () => {
      start();
      ahead(3, rate);
      expect(stage.state.view.get()).to.deep.equal({
        mode: 'warp',
        navigation: 'walk',
        portalId: 'a',
        href: 'https://a.example/',
      });
      const { z } = stage.scene.player;
      expect(z).to.be.greaterThan(7).and.lessThan(9.1);
      run(1, rate);
      expect(stage.scene.player.z, 'stands still on the way').to.be.closeTo(z, 0.7);
      expect(stage.state.travel.get().count).to.equal(0);
    });

  it('does not warp a visitor who turned back until they leave the arch', () => {
    start();
    ahead(3);
    dispatchView(stage.state, { kind: 'escape' });
    run(1 / 60);
    const { x, z, yaw } = stage.scene.player;
    expect([x, z, Math.cos(yaw)].map(Math.round), 'stands before it').to.deep.equal([0, 11, 1]);
    ahead(0.15);
    expect(mode()).to.equal('normal');
    key('keydown', 'KeyS', 's');
    run(1.5);
    key('keyup', 'KeyS', 's');
    expect(mode()).to.equal('normal');
    ahead(2);
    expect(mode()).to.equal('warp');
  });

  it('warps with F where the hint is shown, and only once', () => {
    start();
    ahead(1.2);
    expect(stage.state.world.hint.get()?.action).to.equal('F — Enter');
    key('keydown', 'KeyF', 'f');
    const view = stage.state.view.get();
    expect(view.mode).to.equal('warp');
    key('keydown', 'KeyF', 'f');
    expect(stage.state.view.get()).to.equal(view);
  });

  it('does not warp in the overview, in flight or in orbit', () => {
    start();
    dispatchView(stage.state, { kind: 'enter', mode: 'overview' });
    stage.scene.player.teleport(0, 8.4, 0, 0);
    run(0.3);
    dispatchView(stage.state, { kind: 'escape' });
    run(0.5);
    expect(mode()).to.equal('normal');
    dispatchView(stage.state, { kind: 'navigate' });
    ahead(2);
    expect(mode()).to.equal('normal');
  });

  it('places a returning visitor three metres before the portal, facing away from it', () => {
    start();
    stage.state.world.visit.set({ portalId: 'a', manner: 'return' });
    run(0.5);
    const { x, z, yaw } = stage.scene.player;
    expect([x, z].map((value) => value.toFixed(2))).to.deep.equal(['0.00', '11.00']);
    expect(-Math.cos(yaw), 'looks out of it').to.be.closeTo(1, 1e-6);
    expect(mode()).to.equal('normal');
  });

  /** Closed portals: the registry record or check result, and the reason in the hint. */
  const refusals: readonly (readonly [
    string,
    Record<string, unknown>,
    readonly PortalHealth[] | undefined,
    string,
  ])[] = [
    ['is offline', { status: 'offline' }, undefined, 'This world is offline.'],
    ['is not ready', { readiness_state: 'offline' }, undefined, 'This world is offline.'],
    ['does not answer', {}, [health('a', 'offline')], 'This world does not answer.'],
    ['is blocked', { readiness_state: 'blocked' }, undefined, 'This world is blocked by its owner.'],
    [
      'is local-only',
      { access_mode: 'local-only' },
      undefined,
      'This world runs on its owner’s machine only.',
    ],
    ['is for the owner', { access_mode: 'operator' }, undefined, 'Only the owner of this home enters it.'],
    [
      'has no door',
      { destination: { type: 'harness', action_label: 'Watch' } },
      undefined,
      'The resident plays this world; visitors cannot enter it.',
    ],
    [
      'leads to no web address',
      { destination: { url: 'ftp://a.example/', action_label: 'Go' } },
      undefined,
      'Its destination is not an http(s) address or a path of this home.',
    ],
  ];
  for (const [what, differs, checks, reason] of refusals)
    it(`does not warp by F or by walking when the portal ${what}, and the hint gives the reason`, () => {
      start(differs, checks);
      ahead(4);
      expect(mode()).to.equal('normal');
      expect(stage.scene.player.z, 'stands before it').to.be.greaterThan(8.3);
      run(0.3);
      const hint = stage.state.world.hint.get();
      expect(hint?.label).to.contain(`Closed. ${reason}`);
      expect(hint?.action).to.equal(undefined);
      key('keydown', 'KeyF', 'f');
      expect(mode()).to.equal('normal');
      expect(stage.state.travel.get().count).to.equal(0);
    });

  it('opens a portal for the owner who has signed in', () => {
    start({ access_mode: 'operator' });
    stage.state.games.owner.set('owner');
    run(0.1);
    ahead(4);
    expect(mode()).to.equal('warp');
  });

  it('opens and closes with the health checks', () => {
    start({}, [health('a', 'offline')]);
    ahead(4);
    expect(mode()).to.equal('normal');
    const record = portal('a', { position: { x: 0, y: 0, z: 8 }, rotation: { y: 0 } });
    setPortals(stage.state, [record]);
    run(0.2);
    expect(mode(), 'stood in its arch already').to.equal('normal');
    key('keydown', 'KeyS', 's');
    run(1.2);
    key('keyup', 'KeyS', 's');
    ahead(2);
    expect(mode()).to.equal('warp');
  });
});

describe('a requested flight to a portal', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
    setPortals(stage.state, [portal('a'), portal('b')]);
    for (const module of modules) module.init(stage.scene, stage.state, theme);
    run(0.1);
  });
  afterEach(() => {
    for (const module of [...modules].reverse()) module.dispose();
    stage.dispose();
  });
  const run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < Math.round(seconds * rate); i++)
      for (const module of modules) module.update(i / rate, 1 / rate);
  };
  const fly = (portalId = 'b'): void => stage.state.world.visit.set({ portalId, manner: 'flight' });
  const away = (id: string): number => {
    const {
      player,
      registry: { doors },
    } = stage.scene;
    const foot = doors.find((door) => door.id === id)?.foot;
    return foot ? Math.hypot(player.x - foot.x, player.z - foot.z) : NaN;
  };

  const stand = (): number => {
    const { fov, aspect } = stage.scene.camera;
    return portalStand(fov, aspect, stage.renderer.getSize(new Vector2()).y).metres;
  };

  it('ends where the portal is whole', () => {
    fly();
    run(0.8);
    expect(away('b')).to.be.greaterThan(8);
    expect(stage.scene.camera.position.y).to.be.greaterThan(2.5);
    run(3);
    expect(away('b')).to.be.closeTo(stand(), 0.05);
    expect(stage.scene.player.heightOffset).to.equal(0);
    expect(stage.state.view.get().mode).to.equal('normal');
  });

  it('stops at a key press, and lands', () => {
    fly();
    run(0.8);
    const before = away('b');
    document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyX', key: 'x', bubbles: true }));
    run(2);
    expect(away('b')).to.be.closeTo(before, 0.5);
    expect(stage.scene.player.heightOffset).to.equal(0);
  });

  it('is a cut under reduced motion', () => {
    stage.state.world.reducedMotion.set(true);
    fly();
    run(0.1);
    expect(away('b')).to.be.closeTo(stand(), 0.05);
  });

  it('is not repeated after another init', () => {
    fly();
    run(4);
    stage.scene.player.teleport(0, 17, 0, 0);
    visits.dispose();
    visits.init(stage.scene, stage.state, theme);
    run(4);
    expect(away('b')).to.be.greaterThan(12);
  });

  it('waits for a missing portal for a limited time', () => {
    fly('c');
    run(1);
    setPortals(stage.state, [portal('a'), portal('b'), portal('c')]);
    run(4);
    expect(away('c')).to.be.closeTo(stand(), 0.05);
  });
});
