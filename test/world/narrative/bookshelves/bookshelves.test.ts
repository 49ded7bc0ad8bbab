import { expect } from '@open-wc/testing';
import { type InstancedMesh, Matrix4, type Mesh, type MeshBasicMaterial, Vector3 } from 'three';
import type { MergedPull } from '../../../../data/readings/records.ts';
import { theme } from '../../../../theme/theme.ts';
import * as pointing from '../../../../world/interaction/interaction-system.ts';
import * as bookshelves from '../../../../world/narrative/bookshelves/bookshelves.ts';
import { bookPlaces } from '../../../../world/narrative/bookshelves/bookshelves-layout.ts';
import { readingAs } from '../../../helpers/home-readings.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const source = 'me/home';
const pulls = (count: number): MergedPull[] =>
  Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    title: `Change ${i + 1}`,
    author: 'Ada',
    mergedAt: NOW - i * HOUR,
  }));

describe('the bookshelves', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(64, 36);
    stage.state.now.set(NOW);
    setLevel(stage.scene, 'low');
  });
  afterEach(() => expectNothingLeft(stage, bookshelves));
  const books = (): InstancedMesh => stage.scene.getObjectByName('books') as InstancedMesh;
  const titles = (): Mesh<never, MeshBasicMaterial> =>
    stage.scene.getObjectByName('book-titles') as Mesh<never, MeshBasicMaterial>;
  const lines = (): string[] => titles().userData['lines'] as string[];
  const set = (count: number, as: 'live' | 'stale' | 'error' | 'offline' = 'live'): void => {
    const value = pulls(count);
    stage.state.readings.merged.set(readingAs(as, source, value, NOW));
    bookshelves.update(0, 0);
  };
  const start = (): void => bookshelves.init(stage.scene, stage.state, theme);
  /** Puts the camera in the middle of the half-circle, level with a place on the shelves. */
  const stand = (metres: number): void => {
    stage.scene.camera.position.set(-18 + metres, 1.7, 4);
    stage.scene.camera.lookAt(-30, 1.5, 4 + 12 * (4 / 18));
    stage.scene.camera.updateMatrixWorld();
    bookshelves.update(0, 0);
  };

  it('show one book per merged pull request, in two draw calls from afar', () => {
    start();
    set(12);
    stand(12);
    expect(books().count).to.equal(12);
    expect(lines().slice(0, 3)).to.deep.equal(['The latest 12 merged pull requests', 'Change 1', 'Change 2']);
    expect(stage.calls()).to.equal(2);
  });

  it('show titles near by, with the program that was compiled before', () => {
    start();
    set(12);
    stand(0);
    expect(stage.calls()).to.equal(3);
    const { programs } = stage.counts();
    const { map } = titles().material;
    stand(8.5);
    expect(titles().visible, 'still, between near and far').to.equal(true);
    stand(12);
    expect(titles().visible).to.equal(false);
    stand(0);
    stage.render();
    expect(stage.counts().programs).to.equal(programs);
    expect(titles().material.map, 'painted once').to.equal(map);
    set(13);
    expect(titles().material.map).to.not.equal(map);
  });

  it('paint titles at the resolution of the level', () => {
    start();
    set(3);
    stand(0);
    const width = (): number => (titles().material.map?.image as HTMLCanvasElement | undefined)?.width ?? 0;
    const low = width();
    setLevel(stage.scene, 'highest');
    bookshelves.update(0, 0);
    expect(width()).to.be.greaterThan(low);
  });

  it('stand empty and give the reason when there are no books or loading failed', () => {
    start();
    for (const [reading, words] of [
      [{ state: 'loading', source }, 'MERGED PULL REQUESTS: —'],
      [{ state: 'empty', source, fetchedAt: NOW }, 'NO MERGED PULL REQUESTS'],
      [{ state: 'error', source, cause: 'It answered 502.' }, 'MERGED PULL REQUESTS: ERROR'],
      [{ state: 'offline', source, cause: 'No network.' }, 'MERGED PULL REQUESTS: —'],
    ] as const) {
      set(4);
      stage.state.readings.merged.set(reading);
      bookshelves.update(0, 0);
      stand(12);
      expect(lines()).to.deep.equal([words]);
      expect(books().visible).to.equal(false);
      expect(stage.calls()).to.equal(1);
    }
  });

  it('keep the books of a stale or offline reading, and remove those of a failed one', () => {
    start();
    for (const [as, count] of [
      ['stale', 5],
      ['offline', 5],
      ['error', 0],
    ] as const) {
      set(5, as);
      expect(books().count, as).to.equal(count);
    }
  });

  it('are not rebuilt for a reading with the same content', () => {
    start();
    set(5);
    const { version } = books().instanceMatrix;
    set(5);
    expect(books().instanceMatrix.version).to.equal(version);
    set(6);
    expect(books().instanceMatrix.version).to.be.greaterThan(version);
  });

  it('name the book in view, with its author and age, or the shelves', () => {
    start();
    set(12);
    pointing.init(stage.scene, stage.state, theme);
    const group = books().parent;
    const book = bookPlaces(pulls(12))[2];
    if (!group || !book) throw new Error('no book');
    const { camera } = stage.scene;
    camera.position.set(-18, 1.7, 4);
    const target = camera.position.clone().set(book.x, book.y + book.tallness / 2, book.z);
    group.localToWorld(target);
    camera.lookAt(target);
    pointing.update(0, 1);
    expect(stage.state.world.hint.get()?.label).to.equal('#3 Change 3 — Ada, merged 2 h ago');
    camera.lookAt(target.setY(0.5));
    pointing.update(1, 1);
    expect(stage.state.world.hint.get()?.label).to.equal(
      'Bookshelves: the latest 12 merged pull requests — me/home · just now',
    );
    // From behind, the ray hits the wood first.
    group.localToWorld(camera.position.set(book.x, 1.7, book.z - 2.5));
    group.localToWorld(target.set(book.x, book.y + book.tallness / 2, book.z));
    camera.lookAt(target);
    pointing.update(2, 1);
    expect(stage.state.world.hint.get()?.label).to.contain('Bookshelves: the latest 12');
    pointing.dispose();
  });

  it('show what the pull request of the book in view changed', () => {
    start();
    set(3);
    const action = stage.scene.interactions.all.find(({ object }) => object === books())?.interaction.action;
    expect(action?.text()).to.equal('see what changed');
    action?.run();
    expect(stage.state.derived.document.get(), 'no book is in view').to.equal(undefined);
    action?.run({ object: books(), instanceId: 2, distance: 1, point: new Vector3() });
    const shown = stage.state.derived.document.get();
    expect(shown?.title).to.equal('#3 Change 3');
    expect(shown?.change?.path).to.equal('pulls/3.diff');
  });

  it('let the book of a new merge fly to its place, and show its title when it stands', () => {
    start();
    set(3);
    const [first, ...others] = pulls(4).map((pull, i) => ({ ...pull, number: 10 - i }));
    const live = (value: readonly MergedPull[]): void =>
      stage.state.readings.merged.set({ state: 'live', source, fetchedAt: NOW, value });
    live(others);
    bookshelves.update(0, 0);
    const settle = (): void => {
      for (let t = 0; t < 6; t += 0.05) bookshelves.update(t, 0.05);
    };
    settle();
    live([{ ...(first as MergedPull), mergedAt: NOW + HOUR }, ...others]);
    bookshelves.update(0, 0.05);
    expect(books().count).to.equal(4);
    const matrix = new Matrix4();
    books().getMatrixAt(0, matrix);
    const far = new Vector3().setFromMatrixPosition(matrix);
    const [book] = bookPlaces([{ ...(first as MergedPull), mergedAt: NOW + HOUR }, ...others]);
    const place = new Vector3(book?.x, book?.y, book?.z);
    expect(far.distanceTo(place)).to.be.greaterThan(5);
    expect(lines()).to.have.length(4, 'the plate and three titles');
    settle();
    books().getMatrixAt(0, matrix);
    expect(new Vector3().setFromMatrixPosition(matrix).distanceTo(place)).to.be.lessThan(1e-4);
    expect(lines()).to.have.length(5);
  });

  it('put the book of a new merge on the shelf at once under reduced motion', () => {
    start();
    stage.state.world.reducedMotion.set(true);
    set(2);
    const value = [{ ...(pulls(1)[0] as MergedPull), number: 9, mergedAt: NOW + HOUR }, ...pulls(2)];
    stage.state.readings.merged.set({ state: 'live', source, fetchedAt: NOW, value });
    bookshelves.update(0, 0.05);
    expect(lines()).to.have.length(4);
  });
});
