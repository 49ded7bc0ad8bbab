import { expect } from '@open-wc/testing';
import type { BufferAttribute, InstancedMesh, Mesh, ShaderMaterial, Texture, Vector3 } from 'three';
import type { Commit } from '../../../data/readings/records.ts';
import { theme } from '../../../theme/theme.ts';
import * as banners from '../../../world/portals/commit-banners.ts';
import { type TestStage, createTestStage, setLevel } from '../../helpers/stage.ts';
import { textsOn } from '../../helpers/painted-text.ts';

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const commit = (sha: string, title = `Change ${sha}`): Commit => ({
  sha,
  author: 'Timmy',
  authoredAt: NOW - 7 * MINUTE,
  title,
});

describe('the commit banners', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
    stage.state.now.set(NOW);
  });
  afterEach(() => {
    banners.dispose();
    stage.dispose();
  });
  const show = (value: readonly Commit[], state: 'live' | 'stale' = 'live'): void =>
    stage.state.readings.commits.set({
      state,
      source: 'me/home',
      fetchedAt: NOW,
      value,
      cause: 'Hidden.',
    } as never);
  const start = (): void => banners.init(stage.scene, stage.state, theme);
  const cloths = (): InstancedMesh<never, ShaderMaterial> =>
    stage.scene
      .getObjectByName('commit-banners')
      ?.children.find((child) => 'isInstancedMesh' in child) as InstancedMesh<never, ShaderMaterial>;
  const texts = (): string[] => textsOn(cloths());
  const open = (): number[] => {
    const hang = (cloths() as Mesh).geometry.getAttribute('aBanner') as BufferAttribute;
    return Array.from({ length: hang.count }, (_unused, i) => Number(hang.getY(i).toFixed(2)));
  };
  const settle = (seconds = 6): void => {
    for (let t = 0; t < seconds; t += 0.05) banners.update(t, 0.05);
  };
  const wind = (): Vector3 => cloths().material.uniforms['wind']?.value as Vector3;
  const version = (): number => {
    const map = cloths().material.uniforms['map']?.value as Texture;
    return map.version;
  };

  it('show one cloth per commit, newest first, in two draw calls', () => {
    show([commit('a1'), commit('b2'), commit('c3')]);
    start();
    const { calls } = stage.renderer.info.render;
    stage.render();
    expect(stage.renderer.info.render.calls - calls).to.be.at.most(2);
    expect(open()).to.deep.equal([1, 1, 1, 0, 0]);
    expect(texts().filter((text) => text.startsWith('Change'))).to.deep.equal([
      'Change a1',
      'Change b2',
      'Change c3',
    ]);
    expect(texts().slice(0, 3)).to.deep.equal(['Timmy', 'Change a1', '7 min ago']);
    expect(stage.scene.interactions.all).to.have.length(3);
  });

  it('show what a commit changed, and close it again', () => {
    show([commit('a1'), commit('')]);
    start();
    const [first, second] = stage.scene.interactions.all;
    expect(second?.interaction.action, 'without a hash there is no address').to.equal(undefined);
    const { action } = first!.interaction;
    expect(action?.text()).to.equal('see what changed');
    action?.run();
    const { document } = stage.state.derived;
    expect(document.get()).to.deep.include({ title: 'Change a1', source: 'me/home' });
    expect(document.get()?.change).to.deep.equal({
      path: 'git/commits/a1.diff',
      author: 'Timmy',
      at: NOW - 7 * MINUTE,
    });
    expect(action?.text()).to.equal('close');
    action?.run();
    expect(document.get()).to.equal(undefined);
  });

  it('are not drawn while all of them hang behind the visitor', () => {
    show([commit('a1')]);
    start();
    banners.update(0, 0.05);
    expect(cloths().visible).to.equal(true);
    const { camera } = stage.scene;
    camera.position.set(0, 2, 7.5);
    camera.lookAt(0, 2, 0);
    banners.update(0, 0.05);
    expect(cloths().visible).to.equal(false);
    camera.lookAt(4, 2, 20);
    banners.update(0, 0.05);
    expect(cloths().visible).to.equal(true);
  });

  it('show one plain cloth without commits, and furl the others', () => {
    start();
    expect(texts()).to.deep.equal(['COMMITS: —']);
    show([]);
    banners.update(1, 0.05);
    expect(texts()).to.deep.equal(['NO COMMITS']);
    show([commit('a1'), commit('b2')]);
    settle();
    expect(open()).to.deep.equal([1, 1, 0, 0, 0]);
    stage.state.readings.commits.set({ state: 'error', source: 'me/home', cause: 'It answered 502.' });
    settle();
    expect(open()).to.deep.equal([1, 0, 0, 0, 0]);
    expect(texts()).to.deep.equal(['COMMITS:', 'ERROR']);
    const [entry, ...others] = stage.scene.interactions.all;
    expect(others).to.have.length(0);
    expect(entry?.interaction.label()).to.equal(
      'Commit banner — COMMITS: ERROR. me/home · error · It answered 502.',
    );
    stage.state.readings.commits.set({ state: 'offline', source: 'me/home', cause: 'No network.' });
    banners.update(1, 0.05);
    expect(texts()).to.deep.equal(['COMMITS: —']);
  });

  it('unroll the cloth of a new commit, at once under reduced motion', () => {
    show([commit('a1'), commit('b2')]);
    start();
    show([commit('c3'), commit('a1'), commit('b2')]);
    banners.update(1, 0.05);
    expect(open()[0]).to.be.within(0.01, 0.5);
    settle();
    expect(open()).to.deep.equal([1, 1, 1, 0, 0]);
    stage.state.world.reducedMotion.set(true);
    show([commit('d4'), commit('c3'), commit('a1'), commit('b2')]);
    banners.update(1, 0.05);
    expect(open()).to.deep.equal([1, 1, 1, 1, 0]);
  });

  it('are redrawn when their words change, and not every second', () => {
    show([commit('a1')]);
    start();
    const drawn = version();
    stage.state.now.set(NOW + 1000);
    banners.update(1, 0.05);
    show([commit('a1')]);
    banners.update(1, 0.05);
    expect(version()).to.equal(drawn);
    stage.state.now.set(NOW + MINUTE);
    banners.update(1, 0.05);
    expect(version()).to.be.greaterThan(drawn);
    expect(texts()).to.include('8 min ago');
    show([commit('a1')], 'stale');
    banners.update(1, 0.05);
    expect(version()).to.be.greaterThan(drawn + 1);
  });

  it('move in the weather’s wind, and hang still under reduced motion', () => {
    show([commit('a1')]);
    start();
    stage.scene.weather.windSpeed = 0.4;
    settle(20);
    const calm = wind().clone();
    stage.scene.weather.windSpeed = 2.6;
    settle(20);
    expect(wind().y).to.be.greaterThan(calm.y * 1.3);
    expect(wind().x - calm.x).to.be.greaterThan(calm.x * 1.3);
    stage.state.world.reducedMotion.set(true);
    banners.update(1, 0.05);
    const still = wind().toArray();
    settle();
    expect(wind().toArray()).to.deep.equal(still);
  });

  it('have larger letters at the lowest level, with the same words', () => {
    show([commit('a1', 'Export SignalWatcher interface')]);
    start();
    const coarse = texts();
    setLevel(stage.scene, 'highest');
    banners.update(1, 0.05);
    const fine = texts();
    expect(coarse.join(' ')).to.contain('Export');
    expect(coarse).not.to.include('a1');
    expect(fine).to.include('a1');
    expect(fine.filter((text) => text !== 'a1').length).to.be.lessThan(coarse.length + 1);
  });

  it('show their letters in front of the camera', () => {
    show([commit('a1')]);
    start();
    const [first] = stage.scene.interactions.all;
    const place = first?.object.position;
    if (!place) throw new Error('no banner stands');
    const bright = (): number => {
      stage.render();
      const pixels = stage.pixels();
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) if ((pixels[i + 1] as number) > 60) count++;
      return count;
    };
    const turn = first?.object.rotation.y ?? 0;
    stage.scene.camera.position.set(place.x + Math.sin(turn) * 2, 2, place.z + Math.cos(turn) * 2);
    stage.scene.camera.lookAt(place.x, 2, place.z);
    const withCloth = bright();
    cloths().visible = false;
    expect(withCloth).to.be.greaterThan(bright() + 60);
  });

  it('register obstacles', () => {
    show([commit('a1')]);
    start();
    expect(stage.scene.registry.obstacles.all).to.have.length(5);
  });

  it('lets the cloth of a new commit swing as it drops, and then rest', () => {
    show([commit('a1')]);
    start();
    settle(1);
    expect(wind().z).to.equal(0);
    show([commit('b2'), commit('a1')]);
    const swings: number[] = [];
    for (let t = 0; t < 9; t += 0.05) {
      banners.update(t, 0.05);
      swings.push(wind().z);
    }
    expect(Math.max(...swings)).to.be.greaterThan(0.4);
    expect(Math.min(...swings)).to.be.lessThan(-0.1);
    expect(swings.at(-1)).to.equal(0);
    stage.state.world.reducedMotion.set(true);
    show([commit('c3'), commit('b2'), commit('a1')]);
    banners.update(0, 0.05);
    expect(wind().z).to.equal(0);
  });
});
