import { expect } from '@open-wc/testing';
import type { BufferGeometry, Color, Mesh, ShaderMaterial } from 'three';
import { dispatchView } from '../../../../data/view/view-state.ts';
import { theme } from '../../../../theme/theme.ts';
import * as pointing from '../../../../world/interaction/interaction-system.ts';
import * as oath from '../../../../world/narrative/oath/oath.ts';
import * as resident from '../../../../world/narrative/resident/resident.ts';
import { readingAs } from '../../../helpers/home-readings.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

const NOW = 1_700_000_000_000;
const source = 'soul.md';
const MARKDOWN = '# The oath\n\nI keep the **door** open.\n\nI say what I know.';

describe('the oath stone', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(64, 36);
    stage.state.now.set(NOW);
    setLevel(stage.scene, 'highest');
  });
  afterEach(() => expectNothingLeft(stage, oath));
  type Light = Mesh<BufferGeometry, ShaderMaterial>;
  const light = (): Light => stage.scene.getObjectByName('oath-light') as Light;
  const lamp = (): Color => light().material.uniforms['lamp']?.value as Color;
  const bright = (): number => lamp().r + lamp().g + lamp().b;
  const run = (seconds = 4): void => {
    for (let t = 0; t < seconds; t += 0.05) oath.update(t, 0.05);
  };
  const set = (as: 'live' | 'stale' | 'error' | 'offline' = 'live', value = MARKDOWN): void =>
    stage.state.readings.soul.set(readingAs(as, source, value, NOW));
  const start = (): void => oath.init(stage.scene, stage.state, theme);
  const stand = (x: number, z: number): void => {
    stage.scene.camera.position.set(x, 1.7, z);
    stage.scene.camera.lookAt(15, 1.4, 8);
    stage.scene.camera.updateMatrixWorld();
  };
  const lines = (): string[] => stage.scene.getObjectByName('oath-carving')?.userData['lines'] as string[];
  const interaction = () => stage.scene.interactions.all[0]?.interaction;

  it('shows the heading and first lines of the oath as plain text near by', () => {
    set();
    start();
    expect(lines().join(' ')).to.equal('The oath I keep the door open.  I say what I know.');
    stand(12, 10);
    run();
    expect(stage.calls()).to.equal(3);
    stand(-8, 12);
    run();
    expect(stage.calls()).to.equal(2);
  });

  it('is dark when there is nothing to read, and gives the reason', () => {
    start();
    for (const [reading, title] of [
      [{ state: 'loading', source }, 'OATH: —'],
      [{ state: 'empty', source, fetchedAt: NOW }, 'NO OATH'],
      [{ state: 'offline', source, cause: 'No network.' }, 'OATH: —'],
    ] as const) {
      stage.state.readings.soul.set(reading);
      run();
      expect(lines()).to.deep.equal([title, 'soul.md']);
      expect(light().visible, reading.state).to.equal(false);
      expect(interaction()?.action, 'nothing to read').to.equal(undefined);
      expect(interaction()?.label()).to.contain(`${title} — soul.md`);
    }
  });

  it('has a different light for each state', () => {
    set();
    start();
    run();
    const live = bright();
    set('stale');
    run();
    expect(bright()).to.be.lessThan(live * 0.7);
    expect(lamp().r).to.be.greaterThan(lamp().b * 2);
    expect(lines()[0]).to.equal('The oath');
    set('error');
    run();
    expect(lamp().r).to.be.greaterThan(lamp().g * 3);
    expect(lines()[0]).to.equal('OATH: ERROR');
  });

  it('opens and closes with E, and its light sways while it is open', () => {
    set();
    start();
    run();
    const steady = bright();
    run(1);
    expect(bright()).to.be.closeTo(steady, steady * 0.01);
    expect(interaction()?.label()).to.equal('Oath — from soul.md · just now');
    const action = interaction()?.action;
    expect([action?.key, action?.text()]).to.deep.equal(['E', 'read']);
    action?.run();
    expect(stage.state.derived.document.get()).to.deep.equal({
      title: 'The oath',
      text: 'I keep the **door** open.\n\nI say what I know.',
      source: 'soul.md',
    });
    run(1.5);
    expect(bright()).to.be.greaterThan(steady * 1.1);
    expect(action?.text()).to.equal('close');
    action?.run();
    expect(stage.state.derived.document.get()).to.equal(undefined);
  });

  it('sways only while it is read, without a jump, and the same way at every frame rate', () => {
    const lights: number[][] = [];
    for (const rate of [20, 60, 144]) {
      set();
      start();
      run(6);
      const steady = bright();
      let before = steady;
      let jump = 0;
      const seen: number[] = [];
      const go = (seconds: number): void => {
        for (let i = 0; i < seconds * rate; i += 1) {
          oath.update(0, 1 / rate);
          jump = Math.max(jump, (Math.abs(bright() - before) / steady) * rate);
          before = bright();
        }
        seen.push(bright() / steady);
      };
      dispatchView(stage.state, { kind: 'toggle', mode: 'oath' });
      go(1.5);
      go(3);
      dispatchView(stage.state, { kind: 'toggle', mode: 'oath' });
      go(0.25);
      go(3);
      // Share of its light per second.
      expect(jump, `${rate}`).to.be.lessThan(0.6);
      expect(seen[0]).to.be.closeTo(1.215, 0.02);
      expect(seen[1]).to.be.closeTo(0.78, 0.02);
      expect(seen[2]).to.be.lessThan(0.95);
      expect(seen[3]).to.be.closeTo(1, 0.001);
      lights.push(seen);
      oath.dispose();
    }
    for (const [i, light] of (lights[0] ?? []).entries())
      for (const other of lights) expect(other[i]).to.be.closeTo(light, 0.02);
  });

  it('only gets brighter while it is read under reduced motion', () => {
    stage.state.world.reducedMotion.set(true);
    set();
    start();
    run();
    const steady = bright();
    interaction()?.action?.run();
    run(2);
    const read = bright();
    expect(read).to.be.greaterThan(steady);
    run(1.5);
    expect(bright()).to.be.closeTo(read, read * 0.01);
  });

  it('keeps the pool of light, and drops the cone and fine carving, at the lowest level', () => {
    set();
    start();
    stand(12, 10);
    run();
    const size = (): number =>
      (
        stage.scene.getObjectByName('oath-carving') as Mesh<
          never,
          ShaderMaterial & { map: { image: HTMLCanvasElement } }
        >
      ).material.map.image.width;
    const fine = size();
    stage.render();
    const all = stage.renderer.info.render.triangles;
    setLevel(stage.scene, 'lowest');
    run();
    stage.render();
    expect(stage.renderer.info.render.triangles).to.be.lessThan(all - 100);
    expect(light().visible).to.equal(true);
    expect(size()).to.be.lessThan(fine);
  });

  it('gives the reason when there is no oath to read', () => {
    dispatchView(stage.state, { kind: 'toggle', mode: 'oath' });
    expect(stage.state.derived.document.get()?.text).to.equal('OATH: —');
    stage.state.readings.soul.set({ state: 'empty', source, fetchedAt: 0 });
    expect(stage.state.derived.document.get()?.text).to.contain('There is no oath yet');
    set();
    expect(stage.state.derived.document.get()?.title).to.equal('The oath');
  });

  it('shares its key with the resident: the object in front acts', () => {
    set();
    start();
    resident.init(stage.scene, stage.state, theme);
    pointing.init(stage.scene, stage.state, theme);
    const press = (): boolean => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'e' }));
    stand(12.5, 9.5);
    pointing.update(0, 1);
    press();
    expect(stage.state.derived.document.get()?.title).to.equal('The oath');
    expect(stage.state.panels.chat.get()).to.equal(false);
    dispatchView(stage.state, { kind: 'escape' });
    stage.scene.camera.position.set(0, 1.7, 3);
    stage.scene.camera.lookAt(0, 1.5, 0);
    pointing.update(1, 1);
    press();
    expect(stage.state.panels.chat.get()).to.equal(true);
    expect(stage.state.derived.document.get()).to.equal(undefined);
    pointing.dispose();
    resident.dispose();
  });
});
