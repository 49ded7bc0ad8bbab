import {
  type BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  Quaternion,
  type ShaderMaterial,
  Vector3,
} from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { MergedPull } from '../../../data/readings/records.ts';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { type TerrainUniforms, terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { followFog } from '../../utils/fade.glsl.ts';
import {
  type Book,
  MAX_BOOKS,
  SHELF_TURN,
  SHELF_X,
  SHELF_Z,
  bookLabel,
  bookPlaces,
  plateText,
  shelfObstacles,
  shelvesLabel,
} from './bookshelves-layout.ts';
import { Titles } from './bookshelves-titles.ts';
import { bookGeometry, shelvesGeometry } from './bookshelves-geometry.ts';

/** From the half-circle's middle, and for looking at a book. Metres. */
const REACH = 4.5;
/** Nearer than this titles are drawn, farther off they are not; between the two it stays as it is. */
const NEAR_METRES = 8;
const FAR_METRES = 9;
const BOOK_DEPTH = 0.3;
/** What the shelves' lamps give to the spines. */
const LAMPLIGHT = 2;

const UP = new Vector3(0, 1, 0);
const matrix = new Matrix4();
const turned = new Quaternion();
const place = new Vector3();
const size = new Vector3();
const tint = new Color();

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly theme: Theme;
  readonly group: Group;
  readonly wood: Mesh<BufferGeometry, ShaderMaterial>;
  readonly books: InstancedMesh<BufferGeometry, ShaderMaterial>;
  readonly titles: Titles;
  readonly shared: TerrainUniforms;
  reading: Reading<readonly MergedPull[]> | undefined;
  shownAs: string;
  places: readonly Book[];
  near: boolean;
}

let mounted: Mounted | undefined;

/** The home's merged work: a half-circle of shelves with a book for each merged pull request. Two draw calls, three for those who can read. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const shared = terrainUniforms(scene);
  const material = terrainMaterial(theme, shared);
  const wood = new Mesh(shelvesGeometry(theme), material);
  wood.name = 'shelves';
  const books = new InstancedMesh(bookGeometry(), material, MAX_BOOKS);
  books.name = 'books';
  books.setColorAt(0, tint.setScalar(1));
  books.count = 0;
  const titles = new Titles(scene, theme);
  const group = new Group();
  group.name = 'bookshelves';
  group.position.set(SHELF_X, heightAt(SHELF_X, SHELF_Z), SHELF_Z);
  group.rotation.y = SHELF_TURN;
  group.add(wood, books, titles.mesh);
  scene.add(group);
  group.updateMatrixWorld();
  scene.obstacles.set(group, shelfObstacles());
  // The wood hides what stands behind it from whoever points.
  for (const object of [wood, books]) scene.interactions.register(object, { label, name, reach: REACH });
  mounted = {
    scene,
    state,
    theme,
    group,
    wood,
    books,
    titles,
    shared,
    reading: undefined,
    shownAs: '',
    places: [],
    near: false,
  };
  update();
}

const pullAt = (hit?: Intersection): MergedPull | undefined =>
  mounted && hit?.object === mounted.books ? mounted.places[hit.instanceId ?? -1]?.pull : undefined;

function label(hit?: Intersection): string {
  if (!mounted) return '';
  const { state } = mounted;
  const now = state.now.get();
  const pull = pullAt(hit);
  return pull ? bookLabel(pull, now) : shelvesLabel(state.readings.merged.get(), now);
}

function name(hit?: Intersection): string {
  const pull = pullAt(hit);
  return pull ? `#${pull.number} ${pull.title}` : 'Bookshelves';
}

/** Sets the books anew when there are others; a reading that says the same changes nothing. */
function follow(at: Mounted): void {
  const reading = at.state.readings.merged.get();
  if (reading === at.reading) return;
  at.reading = reading;
  const pulls = currentValue(reading) ?? [];
  const key = JSON.stringify([reading.state, pulls]);
  if (key === at.shownAs) return;
  at.shownAs = key;
  const { books, titles, theme } = at;
  at.places = bookPlaces(pulls);
  at.places.forEach(({ x, y, z, turn, thickness, tallness, cover, tone }, i) => {
    turned.setFromAxisAngle(UP, turn);
    matrix.compose(place.set(x, y, z), turned, size.set(thickness, tallness, BOOK_DEPTH));
    books.setMatrixAt(i, matrix);
    books.setColorAt(i, tint.set(theme.colors[cover]).multiplyScalar(tone * LAMPLIGHT));
  });
  books.count = at.places.length;
  books.visible = books.count > 0;
  books.instanceMatrix.needsUpdate = true;
  if (books.instanceColor) books.instanceColor.needsUpdate = true;
  // Where rays and the picture's edge look for them.
  books.computeBoundingSphere();
  titles.set(at.places, { text: plateText(reading), state: reading.state });
}

export function update(): void {
  if (!mounted) return;
  const { scene, shared, titles, near } = mounted;
  followFog(shared, scene);
  follow(mounted);
  const { x, z } = scene.camera.position;
  mounted.near = Math.hypot(x - SHELF_X, z - SHELF_Z) < (near ? FAR_METRES : NEAR_METRES);
  titles.show(mounted.near);
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, group, wood, books, titles } = mounted;
  mounted = undefined;
  for (const object of [wood, books]) scene.interactions.unregister(object);
  scene.obstacles.clear(group);
  group.removeFromParent();
  wood.geometry.dispose();
  wood.material.dispose();
  books.geometry.dispose();
  books.dispose();
  titles.dispose();
}

/** The plate's words, then the titles, newest first. */
export const lines = (): readonly string[] => mounted?.titles.lines ?? [];
