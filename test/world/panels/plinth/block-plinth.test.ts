import { expect } from '@open-wc/testing';
import type { Mesh, MeshBasicMaterial, Object3D } from 'three';
import { defaultConfig } from '../../../../data/config/config.ts';
import type { Reading } from '../../../../data/readings/reading.ts';
import { type State, createState } from '../../../../data/state.ts';
import { theme } from '../../../../theme/theme.ts';
import * as plinth from '../../../../world/panels/plinth/block-plinth.ts';
import { PULSE_SECONDS } from '../../../../world/panels/plinth/block-animation.ts';
import { GLOBE_PLACE, GLOBE_RADIUS } from '../../../../world/panels/globe/globe.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';
import { textsOn } from '../../../helpers/painted-text.ts';

const NOW = 1_700_000_000_000;
const source = 'chain.example';

describe('the plinth of the block height', () => {
  let stage: TestStage;
  let state: State;
  beforeEach(() => {
    stage = createTestStage(48, 27);
    state = createState(defaultConfig, { now: NOW });
    plinth.init(stage.scene, state, theme);
  });
  afterEach(() => {
    plinth.dispose();
    stage.dispose();
  });
  type Plain = Mesh<never, MeshBasicMaterial>;
  const group = (): Object3D => stage.scene.getObjectByName('block-plinth') as Object3D;
  const texts = (): string[] => textsOn(plate());
  const plate = (): Plain => group().children[0]?.children[1] as Plain;
  const hoop = (): Plain => group().children[1] as Plain;
  const set = (reading: Reading<number>): void => {
    state.readings.blockHeight.set(reading);
    plinth.update(1, 1 / 60);
  };
  const live = (value: number, fetchedAt = NOW): void => set({ state: 'live', source, value, fetchedAt });

  it('shows each state in the common words', () => {
    const words = (): string[] => [texts()[0] as string, texts().at(-1) as string];
    expect(words()).to.deep.equal(['Asking', '—']);
    live(698_767);
    expect(words()).to.deep.equal(['Live', '698767']);
    expect(texts()).to.include('chain.example · just now');
    set({ state: 'stale', source, value: 698_767, fetchedAt: NOW, cause: 'the page was hidden' });
    expect(words()).to.deep.equal(['Stale', '698767']);
    expect(texts().join(' ')).to.contain('the page was hidden');
    set({ state: 'empty', source, fetchedAt: NOW });
    expect(words()).to.deep.equal(['Empty', 'NONE']);
    set({ state: 'error', source, cause: 'It answered 502.' });
    expect(words()).to.deep.equal(['ERROR', 'ERROR']);
    expect(texts().join(' ')).to.contain('It answered 502.');
    set({ state: 'offline', source, value: 698_767, fetchedAt: NOW, cause: 'no network' });
    expect(words()).to.deep.equal(['No network', '698767']);
  });

  it('is redrawn when its age changes, and not on each tick of the clock', () => {
    live(800);
    const drawn = plate().material.map?.version;
    state.now.set(NOW + 1000);
    plinth.update(2, 1 / 60);
    expect(plate().material.map?.version).to.equal(drawn);
    state.now.set(NOW + 120_000);
    plinth.update(3, 1 / 60);
    expect(plate().material.map?.version).to.be.greaterThan(drawn as number);
    expect(texts()).to.include('chain.example · 2 min ago');
  });

  it('sends a hoop of light over the globe once for a new block', () => {
    live(800);
    expect(hoop().visible, 'the first height is no news').to.equal(false);
    live(800, NOW + 60_000);
    expect(hoop().visible, 'the same is none').to.equal(false);
    live(801);
    expect(hoop().visible).to.equal(true);
    const from = hoop().position.y;
    let highest = from;
    let widest = 0;
    for (let t = 0; t < PULSE_SECONDS + 0.2; t += 0.05) {
      plinth.update(t, 0.05);
      highest = Math.max(highest, hoop().position.y);
      widest = Math.max(widest, hoop().scale.x);
      expect(hoop().material.color.r).to.be.at.most(1);
    }
    expect(highest).to.be.greaterThan(GLOBE_PLACE.y);
    expect(widest).to.be.closeTo(GLOBE_RADIUS + 0.16, 0.05);
    expect(hoop().visible, 'it has passed').to.equal(false);
  });

  it('remembers the height during a failure, so that the same height announces no block', () => {
    live(800);
    set({ state: 'error', source, cause: 'It answered 502.' });
    live(800);
    expect(hoop().visible).to.equal(false);
    set({ state: 'error', source, cause: 'It answered 502.' });
    live(802);
    expect(hoop().visible).to.equal(true);
  });

  it('fades the light in and out in place under reduced motion', () => {
    state.world.reducedMotion.set(true);
    live(800);
    live(801);
    const place = hoop().position.y;
    let brightest = 0;
    for (let t = 0; t < PULSE_SECONDS + 0.2; t += 0.05) {
      plinth.update(t, 0.05);
      expect(hoop().position.y).to.equal(place);
      if (hoop().visible) brightest = Math.max(brightest, hoop().material.color.r);
    }
    expect(brightest).to.be.greaterThan(0.3);
    expect(hoop().visible).to.equal(false);
  });

  it('is two draw calls at rest, three while a block is announced', () => {
    const { camera } = stage.scene;
    camera.position.set(GLOBE_PLACE.x * 0.7, 1.7, GLOBE_PLACE.z * 0.7);
    camera.lookAt(GLOBE_PLACE.x, 2.5, GLOBE_PLACE.z);
    live(800);
    expect(stage.calls()).to.equal(2);
    live(801);
    expect(stage.calls()).to.equal(3);
  });

  it('is sharper at a higher level, with the same words and the same hoop', () => {
    live(800);
    const width = (): number => (plate().material.map!.image as HTMLCanvasElement).width;
    const before = width();
    setLevel(stage.scene, 'highest');
    plinth.update(1, 1 / 60);
    expect(width()).to.be.greaterThan(before);
    expect(width()).to.be.at.least(2 * 400);
    expect(hoop().material.map).to.equal(plate().material.map);
    expect(texts().at(-1)).to.equal('800');
    expect(hoop().visible, 'a level is no block').to.equal(false);
  });

  it('registers an obstacle, and names itself and its source', () => {
    live(800);
    expect(stage.scene.registry.obstacles.all).to.have.length(1);
    expect(stage.scene.interactions.all[0]?.interaction.label()).to.equal(
      'Block height: 800 — chain.example · just now',
    );
  });
});
