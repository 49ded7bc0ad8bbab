import { expect } from '@open-wc/testing';
import { Color, type InstancedMesh, Matrix4, type ShaderMaterial, Vector3 } from 'three';
import type { VisionPoint } from '../../../../data/readings/records.ts';
import { dispatchView } from '../../../../data/view/view-state.ts';
import { theme } from '../../../../theme/theme.ts';
import * as pointing from '../../../../world/interaction/interaction-system.ts';
import * as resident from '../../../../world/narrative/resident/resident.ts';
import * as vision from '../../../../world/narrative/vision/vision.ts';
import { readingAs } from '../../../helpers/home-readings.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';
import * as readingDistance from '../../../../world/interaction/readable.ts';

const NOW = 1_700_000_000_000;
const source = 'vision.json';
const point = (id: string, x: number, z: number, differs: Partial<VisionPoint> = {}): VisionPoint => ({
  id,
  title: `The ${id}`,
  text: `What the ${id} is.`,
  position: { x, z },
  ...differs,
});
const points = [point('well', 2, 6), point('orchard', -20, 12, { color: '#ff8833' })];

describe('the vision points', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(64, 36);
    stage.state.now.set(NOW);
  });
  afterEach(() => expectNothingLeft(stage, vision));
  type Markers = InstancedMesh & { readonly material: ShaderMaterial };
  const markers = (): Markers => stage.scene.getObjectByName('vision-markers') as Markers;
  const show = (): Vector3 => markers().material.uniforms['show']?.value as Vector3;
  const colorOf = (index: number): string => {
    const color = new Color();
    markers().getColorAt(index, color);
    return `#${color.getHexString()}`;
  };
  const set = (value = points, as: 'live' | 'stale' | 'offline' | 'error' = 'live'): void => {
    stage.state.readings.vision.set(readingAs(as, source, value, NOW));
    run();
  };
  const run = (seconds = 0.5): void => {
    for (let t = 0; t < seconds; t += 0.05) vision.update(t, 0.05);
  };
  const start = (): void => vision.init(stage.scene, stage.state, theme);
  const interactions = () => stage.scene.interactions.all.map(({ interaction }) => interaction);

  it('stand at the places of the file, in one draw call', () => {
    start();
    set();
    expect(markers().count).to.equal(2);
    expect(interactions().map(({ name }) => name?.())).to.deep.equal(['The well', 'The orchard']);
    const at = new Vector3().setFromMatrixPosition((markers().getMatrixAt(1, matrix), matrix));
    expect([at.x, at.z]).to.deep.equal([-20, 12]);
    expect([colorOf(0), colorOf(1)]).to.deep.equal([theme.colors.accent, '#ff8833']);
    expect(stage.calls()).to.equal(1);
  });
  const matrix = new Matrix4();

  it('stand at the height of the file', () => {
    start();
    set([point('kite', 3, 3, { position: { x: 3, y: 4, z: 3 } })]);
    markers().getMatrixAt(0, matrix);
    expect(new Vector3().setFromMatrixPosition(matrix).y).to.equal(4);
  });

  it('are absent while loading and when the file has none', () => {
    start();
    for (const reading of [
      { state: 'loading', source },
      { state: 'empty', source, fetchedAt: NOW },
    ] as const) {
      set();
      stage.state.readings.vision.set(reading);
      run();
      expect(stage.calls(), reading.state).to.equal(0);
      expect(stage.scene.interactions.all).to.have.length(0);
    }
  });

  it('leave one dim marker with the reason when loading failed', () => {
    start();
    set(points, 'error');
    expect(markers().count).to.equal(1);
    expect(colorOf(0)).to.equal(theme.colors.error);
    expect(show().z).to.be.lessThan(1);
    const [said] = interactions();
    expect(said?.label()).to.equal('VISION POINTS: ERROR — vision.json · error · No answer.');
    expect(said?.action).to.equal(undefined);
    stage.state.readings.vision.set({ state: 'offline', source, cause: 'No network.' });
    run();
    expect(colorOf(0)).to.equal(theme.colors.readingOffline);
    expect(interactions()[0]?.label()).to.contain('VISION POINTS: —');
  });

  it('turn and hover while the reading is live, and stand still and dim when it is stale', () => {
    start();
    set();
    const before = show().x;
    run();
    expect(show().x).to.be.greaterThan(before);
    expect(show().y).to.be.greaterThan(0);
    for (const as of ['stale', 'offline'] as const) {
      set(points, as);
      const still = show().x;
      run();
      expect([show().x, show().y]).to.deep.equal([still, 0]);
      expect(show().z).to.be.lessThan(1);
      expect(markers().count).to.equal(2);
    }
  });

  it('stand still under reduced motion, with unchanged brightness', () => {
    stage.state.world.reducedMotion.set(true);
    start();
    set();
    const still = show().x;
    run();
    expect([show().x, show().y, show().z]).to.deep.equal([still, 0, 1]);
  });

  it('open with E, one after the other', () => {
    start();
    set();
    const [well, orchard] = interactions();
    expect(well?.label()).to.equal('The well — from vision.json · just now');
    well?.action?.run();
    expect(stage.state.derived.document.get()).to.deep.equal({
      title: 'The well',
      text: 'What the well is.',
      source,
      at: { x: 2, z: 6 },
    });
    orchard?.action?.run();
    expect(stage.state.derived.document.get()?.title).to.equal('The orchard');
    expect([well?.action?.text(), orchard?.action?.text()]).to.deep.equal(['read', 'close']);
    orchard?.action?.run();
    expect(stage.state.derived.document.get()).to.equal(undefined);
  });

  it('close when the visitor walks away, and stay open after a step back', () => {
    start();
    set();
    readingDistance.init(stage.scene, stage.state, theme);
    const stand = (x: number, z: number): void => {
      stage.scene.camera.position.set(x, 1.7, z);
      readingDistance.update(0, 0);
    };
    interactions()[0]?.action?.run();
    stand(5, 8);
    expect(stage.state.derived.document.get()?.title).to.equal('The well');
    stand(9, 9);
    expect(stage.state.derived.document.get()).to.equal(undefined);
    dispatchView(stage.state, {
      kind: 'read',
      document: { title: 'From the home as text', text: 'x', source },
    });
    readingDistance.update(0, 0);
    expect(stage.state.derived.document.get(), 'has no place to walk away from').to.not.equal(undefined);
    readingDistance.dispose();
  });

  it('are not replaced for the same content, and close their text when they are removed', () => {
    start();
    set();
    const before = interactions();
    set();
    expect(interactions()).to.deep.equal(before);
    before[0]?.action?.run();
    set([points[1] as VisionPoint]);
    expect(stage.state.derived.document.get()).to.equal(undefined);
    expect(stage.scene.interactions.all).to.have.length(1);
  });

  it('share the key with the resident: the object in view first, then the nearer one', () => {
    start();
    set([point('floor', 1.6, 3)]);
    resident.init(stage.scene, stage.state, theme);
    pointing.init(stage.scene, stage.state, theme);
    const { camera } = stage.scene;
    camera.position.set(0.4, 1.7, 4.6);
    camera.lookAt(1.1, 1.7, 0);
    pointing.update(0, 1);
    expect(stage.state.world.hint.get()).to.deep.equal({
      label: 'The floor — from vision.json · just now',
      action: 'E — read',
    });
    camera.lookAt(0, 1.4, 0);
    pointing.update(1, 1);
    expect(stage.state.world.hint.get()?.action).to.equal('E — talk');
    pointing.dispose();
    resident.dispose();
  });
});
