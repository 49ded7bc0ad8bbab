import { expect } from '@open-wc/testing';
import {
  BoxGeometry,
  Color,
  type InstancedBufferGeometry,
  Mesh,
  MeshBasicMaterial,
  type ShaderMaterial,
  type Vector3,
} from 'three';
import { weatherLabel } from '../../../../data/readings/weather-label.ts';
import { theme } from '../../../../theme/theme.ts';
import type { Glow } from '../../../../world/core/scene/glow.ts';
import * as energyBeam from '../../../../world/effects/ambient/energy-beam.ts';
import * as resident from '../../../../world/narrative/resident/resident.ts';
import { agentPanel } from '../../../../world/panels/agent-panel.ts';
import * as sovereigntyMeter from '../../../../world/panels/meter/sovereignty-meter.ts';
import * as portals from '../../../../world/portals/portals.ts';
import * as island from '../../../../world/terrain/island/island.ts';
import * as reflections from '../../../../world/terrain/island/reflections.ts';
import * as weatherService from '../../../../world/terrain/weather/weather-service.ts';
import { portal, setPortals } from '../../../helpers/home-readings.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

const WIDTH = 96;
const HEIGHT = 54;

describe('reflections in the glass', () => {
  let stage: TestStage;
  const modules = [weatherService, island, reflections];
  beforeEach(() => {
    stage = createTestStage(WIDTH, HEIGHT);
    setLevel(stage.scene, 'highest');
    stage.scene.camera.position.set(0, 2, 7.5);
    stage.scene.camera.lookAt(0, 2, -4);
    // At midnight, whatever the hour of the test.
    stage.state.now.set(Date.parse('2024-12-21T00:00Z'));
  });
  afterEach(() => {
    for (const module of modules) module.dispose?.();
    stage.dispose();
  });
  const red: Glow = {
    x: 0,
    y: 2.2,
    z: -9,
    width: 2.6,
    height: 1.6,
    shape: 'disc',
    turn: 0,
    color: new Color(1, 0, 0),
  };
  const start = (code: number, glows: readonly Glow[] = [red]): void => {
    stage.state.readings.weather.set({
      state: 'live',
      source: 'weather',
      fetchedAt: 1,
      value: { temperatureF: 40, code, label: weatherLabel(code) },
    });
    for (const module of modules) module.init(stage.scene, stage.state, theme);
    stage.scene.registry.glows.set(modules, glows);
    for (const module of modules) module.update(1, 0.05);
  };
  const mesh = (): Mesh<InstancedBufferGeometry, ShaderMaterial> =>
    stage.scene.getObjectByName('reflections') as Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** How much redder the floor is than without reflections, all pixels together. */
  const redness = (): number => {
    const sum = (): number => {
      stage.render();
      const pixels = stage.pixels();
      let all = 0;
      // The lower half of the picture: the floor.
      for (let at = 0; at < WIDTH * Math.floor(HEIGHT * 0.45) * 4; at += 4) all += pixels[at] as number;
      return all;
    };
    const shown = sum();
    mesh().visible = false;
    const without = sum();
    mesh().visible = true;
    return shown - without;
  };

  it('mirrors what glows in the floor, in one draw call', () => {
    start(0);
    expect(mesh().geometry.instanceCount).to.equal(1);
    expect(redness()).to.be.greaterThan(200);
    stage.render();
    const { calls } = stage.renderer.info.render;
    mesh().visible = false;
    stage.render();
    expect(calls - stage.renderer.info.render.calls).to.equal(1);
  });

  it('is stronger and longer in rain, and gone under snow', () => {
    start(0);
    const dry = redness();
    for (const module of modules) module.dispose?.();
    start(63);
    expect(redness()).to.be.greaterThan(dry * 1.5);
    for (const module of modules) module.dispose?.();
    start(73);
    expect(mesh().visible).to.equal(false);
  });

  it('is hidden by what stands before it on the floor', () => {
    start(0);
    const free = redness();
    const wall = new Mesh(new BoxGeometry(8, 2, 0.2), new MeshBasicMaterial({ color: 'black' }));
    wall.position.set(0, 0.5, 3);
    stage.scene.add(wall);
    expect(redness()).to.be.lessThan(free * 0.2);
    wall.removeFromParent();
  });

  it('follows the colours, and what comes and goes', () => {
    const color = new Color(0, 0, 0);
    start(0, [{ ...red, color }]);
    expect(redness()).to.equal(0);
    color.setRGB(1, 0, 0);
    reflections.update(1, 0.05);
    expect(redness()).to.be.greaterThan(200);
    stage.scene.registry.glows.clear(modules);
    reflections.update(1, 0.05);
    expect(mesh().visible).to.equal(false);
  });

  it('has panels, meter, portals, beam and resident, and nothing once they are gone', () => {
    const { scene, state } = stage;
    setPortals(state, [portal('a'), portal('b')]);
    state.relay.relays.set([
      { url: 'wss://relay.example', state: 'open', accepted: 0, rejected: 0, dropped: 0 },
    ]);
    const owners = [agentPanel.module, sovereigntyMeter, portals, energyBeam, resident];
    for (const owner of owners) {
      const before = scene.registry.glows.all.length;
      owner.init(scene, state, theme);
      for (let i = 0; i < 20; i++) owner.update(i, 0.05);
      expect(scene.registry.glows.all.length, String(owners.indexOf(owner))).to.be.greaterThan(before);
    }
    const lit = scene.registry.glows.all.filter(({ color }) => color.r + color.g + color.b > 0.01);
    expect(new Set(lit.map(({ shape }) => shape))).to.deep.equal(new Set(['frame', 'disc', 'column']));
    for (const owner of owners) owner.dispose();
    expect(scene.registry.glows.all).to.deep.equal([]);
  });

  it('wavers in the wet, and is still under reduced motion', () => {
    start(63);
    const seconds = (): number => (mesh().material.uniforms['glass']!.value as Vector3).z;
    const before = seconds();
    reflections.update(1, 0.05);
    expect(seconds()).to.be.greaterThan(before);
    stage.state.world.reducedMotion.set(true);
    const still = seconds();
    reflections.update(1, 0.05);
    expect(seconds()).to.equal(still);
  });

  it('lays snow on the terrace', () => {
    const floor = (): number => {
      stage.render();
      const pixels = stage.pixels();
      // Near the camera, off the middle.
      return pixels[(4 * WIDTH + 20) * 4] as number;
    };
    start(0, []);
    const bare = floor();
    for (const module of modules) module.dispose?.();
    start(73, []);
    expect(floor()).to.be.greaterThan(bare + 30);
  });
});
