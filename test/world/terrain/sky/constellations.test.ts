import { expect } from '@open-wc/testing';
import type { Mesh, ShaderMaterial, Vector3 } from 'three';
import type { AgentRecord, Commit } from '../../../../data/readings/records.ts';
import { theme } from '../../../../theme/theme.ts';
import * as pointing from '../../../../world/interaction/interaction-system.ts';
import { skyPlaces } from '../../../../world/terrain/sky/constellation-figure.ts';
import type { PlacedAgent } from '../../../../world/terrain/sky/constellation-sky.ts';
import * as weatherService from '../../../../world/terrain/weather/weather-service.ts';
import * as constellations from '../../../../world/terrain/sky/constellations.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

describe('constellations', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(160, 90);
    setLevel(stage.scene, 'highest');
  });
  afterEach(() => {
    pointing.dispose();
    constellations.dispose();
    stage.dispose();
  });
  const HOUR = 3_600_000;
  const now = (): number => stage.state.now.get();
  const record = (name: string, status: string): AgentRecord =>
    ({ name, status, issue: null, prs_today: 0 }) as AgentRecord;
  const commit = (author: string, hoursAgo: number): Commit =>
    ({ sha: author, author, authoredAt: now() - hoursAgo * HOUR, title: 'Work' }) as unknown as Commit;
  /** Ada works, Ben idles, Cleo is dead. */
  const people = (state: 'live' | 'stale' = 'live'): void => {
    const { agentStatus, commits } = stage.state.readings;
    agentStatus.set({
      state: 'live',
      source: 'agent-status.json',
      fetchedAt: now(),
      value: [record('Ada', 'idle'), record('Ben', 'idle'), record('Cleo', 'dead')],
    });
    const value = [commit('Ada', 1), commit('Ben', 50)];
    commits.set(
      state === 'live'
        ? { state, source: 'code host', fetchedAt: now(), value }
        : { state, source: 'code host', fetchedAt: now(), value, cause: 'old' },
    );
  };
  const start = (): void => constellations.init(stage.scene, stage.state, theme);
  const mesh = (): Mesh<never, ShaderMaterial> & { readonly agents: readonly PlacedAgent[] } =>
    stage.scene.getObjectByName('constellations') as ReturnType<typeof mesh>;
  const light = (): Vector3 => mesh().material.uniforms['shown']?.value as Vector3;
  const lookAt = (place: number): void => {
    const { azimuth, elevation } = skyPlaces[place] as { azimuth: number; elevation: number };
    const { camera } = stage.scene;
    camera.rotation.set((elevation * Math.PI) / 180, (-azimuth * Math.PI) / 180, 0, 'YXZ');
    camera.updateMatrixWorld();
  };

  it('shows none without agents: while loading and after an error', () => {
    start();
    expect(mesh().visible).to.equal(false);
    people();
    constellations.update(0, 0.05);
    expect(mesh().visible).to.equal(true);
    stage.state.readings.commits.set({ state: 'error', source: 'code host', cause: 'It answered 500.' });
    constellations.update(0, 0.05);
    expect(mesh().visible).to.equal(false);
    expect(mesh().agents).to.have.length(0);
  });

  it('shows each agent and its status, visibly and in one draw call', () => {
    people();
    start();
    expect(mesh().agents.map(({ name, status }) => `${name} ${status}`)).to.deep.equal([
      'Ada working',
      'Ben idle',
      'Cleo dead',
    ]);
    lookAt(0);
    stage.render();
    expect(stage.renderer.info.render.calls).to.equal(1);
    const pixels = stage.pixels();
    let brightest = 0;
    for (let i = 1; i < pixels.length; i += 4) brightest = Math.max(brightest, pixels[i] as number);
    expect(brightest).to.be.greaterThan(80);
  });

  it('draws only dead agents with broken lines', () => {
    people();
    start();
    const broken = (): number => {
      const parts = mesh().geometry as unknown as { getAttribute(name: string): { array: Float32Array } };
      return parts.getAttribute('part').array.filter((kind, index) => index % 3 === 2 && kind === 2).length;
    };
    expect(broken()).to.be.greaterThan(0);
    const { agentStatus } = stage.state.readings;
    agentStatus.set({ state: 'live', source: 'file', fetchedAt: now(), value: [record('Ada', 'idle')] });
    constellations.update(0, 0.05);
    expect(broken()).to.equal(0);
  });

  it('names the agent of the constellation in view, and nothing outside of one', () => {
    people();
    start();
    pointing.init(stage.scene, stage.state, theme);
    const hint = (): string | undefined => {
      constellations.update(0, 1);
      pointing.update(0, 1);
      return stage.state.world.hint.get()?.label;
    };
    // Before the first frame, while the visitor walks: only looking up finds it.
    expect(hint()).to.equal(undefined);
    lookAt(0);
    expect(hint()).to.contain('Ada').and.to.contain('WORKING').and.to.contain('code host');
    lookAt(1);
    expect(hint()).to.contain('Ben');
    lookAt(skyPlaces.length - 1);
    expect(hint()).to.equal(undefined);
    lookAt(1);
    stage.scene.camera.position.set(0, 80, 40);
    stage.scene.camera.updateMatrixWorld();
    expect(hint()).to.contain('Ben');
  });

  it('is fainter with a stale reading and in bad weather, but stays visible', () => {
    people();
    start();
    const live = light().z;
    people('stale');
    constellations.update(0, 0.05);
    expect(light().z).to.be.within(live * 0.4, live * 0.7);
    people();
    stage.state.readings.weather.set({
      state: 'live',
      source: 'weather',
      fetchedAt: 1,
      value: { temperatureF: 40, code: 95, label: 'Thunderstorm' },
    });
    weatherService.init(stage.scene, stage.state, theme);
    constellations.update(0, 0.05);
    weatherService.dispose();
    expect(light().z).to.be.within(live * 0.25, live * 0.5);
  });

  it('does not pulse under reduced motion or at the lowest level', () => {
    people();
    start();
    constellations.update(0, 1);
    expect(light().y).to.equal(1);
    const time = light().x;
    stage.state.world.reducedMotion.set(true);
    constellations.update(0, 1);
    expect(light().y).to.equal(0);
    expect(light().x).to.equal(time);
    stage.state.world.reducedMotion.set(false);
    setLevel(stage.scene, 'lowest');
    constellations.update(0, 1);
    expect(light().y).to.equal(0);
  });

  it('leaves nothing behind after several layouts', () => {
    stage.render();
    const before = stage.counts();
    people();
    start();
    stage.render();
    stage.state.readings.agentStatus.set({
      state: 'live',
      source: 'file',
      fetchedAt: now(),
      value: [record('Dora', 'idle')],
    });
    constellations.update(0, 0.05);
    stage.render();
    constellations.dispose();
    stage.render();
    expect(stage.counts()).to.deep.equal(before);
    expect(stage.scene.interactions.all).to.have.length(0);
  });
});
