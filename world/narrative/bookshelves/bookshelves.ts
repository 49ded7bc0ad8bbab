import {
  type BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  type ShaderMaterial,
  Vector3,
} from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import { NewEntries, mergeKey } from '../../../data/readings/new-entries.ts';
import type { MergedPull } from '../../../data/readings/records.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import { mergeDocument } from '../../../data/view/documents.ts';
import { type ViewState, dispatchView } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { BookFlights } from './book-flights.ts';
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

type StateSlice = PageState & ReadingsState & ViewState & WorldState;

/** The reach of the shelves and of a single book. */
const REACH_METRES = 4.5;
/** Titles are shown within the first distance and hidden beyond the second; in between they do not change. */
const NEAR_METRES = 8;
const FAR_METRES = 9;
const BOOK_DEPTH_METRES = 0.3;
/** Factor for the light of the shelves' lamps on the spines. */
const LAMPLIGHT = 2;

/** The start of a new book's flight: above the resident, in world coordinates. Metres. */
const FLIES_FROM = new Vector3(-1.5, 4.5, -1);

const matrix = new Matrix4();
const tint = new Color();

/**
 * The merged work of the home: a half-circle of shelves with a book for each merged pull request. The book of
 * a new merge flies to its place, and the others move aside. Two draw calls, or three if titles are readable.
 */
class Bookshelves extends DrawnModule<StateSlice> {
  readonly #books: InstancedMesh<BufferGeometry, ShaderMaterial>;
  readonly #titles = this.disposables.use(new Titles(this.scene, this.theme));
  readonly #shared = terrainUniforms(this.scene);
  readonly #flights: BookFlights;
  readonly #merges = new NewEntries<MergedPull>(mergeKey, ({ mergedAt }) => mergedAt);
  #reading: Reading<readonly MergedPull[]> | undefined;
  /** The reading's state and pull requests as JSON. Books are placed again only after a change. */
  #key = '';
  #places: readonly Book[] = [];
  /** Whether the titles are drawn. */
  #near = false;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    // Two materials, because instances need another shader program: with one material, three.js would look up
    // the program twice a frame.
    const material = disposables.use(terrainMaterial(theme, this.#shared));
    const ofBooks = disposables.use(terrainMaterial(theme, this.#shared));
    const wood = new Mesh(disposables.use(shelvesGeometry(theme)), material);
    wood.name = 'shelves';
    this.#books = disposables.use(new InstancedMesh(disposables.use(bookGeometry()), ofBooks, MAX_BOOKS));
    this.#books.name = 'books';
    this.#books.setColorAt(0, tint.setScalar(1));
    this.#books.count = 0;
    const group = disposables.add(scene, new Group());
    group.name = 'bookshelves';
    group.position.set(SHELF_X, heightAt(SHELF_X, SHELF_Z), SHELF_Z);
    group.rotation.y = SHELF_TURN;
    group.add(wood, this.#books, this.#titles.mesh);
    disposables.defer(scene.registry.words.add(this.#titles.mesh));
    group.updateMatrixWorld();
    this.#flights = new BookFlights(group.worldToLocal(FLIES_FROM.clone()));
    disposables.defer(scene.registry.obstacles.set(group, shelfObstacles()));
    const viewpoint = { at: [-14.4, 3.7], look: [-19.6, 1.5, 4.3] } as const;
    disposables.defer(scene.registry.addViewpoint('bookshelves', viewpoint));
    const label = (hit?: Intersection): string => this.#label(hit);
    const name = (hit?: Intersection): string => this.#name(hit);
    const shelves = { label, name, reach: REACH_METRES, fromAfar: 'come' } as const;
    const run = (hit?: Intersection): void => this.#showChange(hit);
    const action = { key: 'E', text: () => 'see what changed', run };
    disposables.defer(scene.interactions.register(this.#books, { ...shelves, requiresAim: true, action }));
    // The wood is registered too, so that rays do not hit objects behind it.
    disposables.defer(scene.interactions.register(wood, shelves));
    this.update(0, 0);
  }

  /** The pull request of the book that a ray has hit; undefined for the wood. */
  #pullAt(hit?: Intersection): MergedPull | undefined {
    return hit?.object === this.#books ? this.#places[hit.instanceId ?? -1]?.pull : undefined;
  }

  /** Shows what the pull request of a book changed. */
  #showChange(hit?: Intersection): void {
    const pull = this.#pullAt(hit);
    if (!pull) return;
    const shown = mergeDocument(pull, this.state.readings.merged.get().source);
    dispatchView(this.state, { kind: 'read', document: { ...shown, at: { x: SHELF_X, z: SHELF_Z } } });
  }

  #label(hit?: Intersection): string {
    const now = this.state.now.get();
    const pull = this.#pullAt(hit);
    return pull ? bookLabel(pull, now) : shelvesLabel(this.state.readings.merged.get(), now);
  }

  #name(hit?: Intersection): string {
    const pull = this.#pullAt(hit);
    return pull ? `#${pull.number} ${pull.title}` : 'Bookshelves';
  }

  /** Places the books again when they differ; a reading with the same content changes nothing. */
  #follow(): void {
    const reading = this.state.readings.merged.get();
    if (reading === this.#reading) return;
    this.#reading = reading;
    const merged = this.#merges.next(reading);
    const pulls = currentValue(reading) ?? [];
    const key = JSON.stringify([reading.state, pulls]);
    if (key === this.#key) return;
    this.#key = key;
    const books = this.#books;
    this.#places = bookPlaces(pulls);
    const flies = !this.reducedMotion;
    this.#flights.start(flies ? this.#places.filter(({ pull }) => merged.includes(pull)) : []);
    this.#placeBooks();
    books.count = this.#places.length;
    books.visible = books.count > 0;
    this.#settle(reading);
  }

  /** Writes the matrix and the colour of each book, on the shelf or in flight. */
  #placeBooks(): void {
    const books = this.#books;
    for (let i = 0; i < this.#places.length; i++) {
      const book = this.#places[i];
      if (!book) continue;
      const flight = this.#flights.indexOf(book);
      const light = this.#flights.pose(book, flight, BOOK_DEPTH_METRES, matrix);
      books.setMatrixAt(i, matrix);
      tint.set(this.theme.colors[book.cover]).multiplyScalar(book.tone * LAMPLIGHT * light);
      books.setColorAt(i, tint);
    }
    books.instanceMatrix.needsUpdate = true;
    if (books.instanceColor) books.instanceColor.needsUpdate = true;
  }

  /** Updates the bounding sphere, the culling and the titles. A title appears after its book has arrived. */
  #settle(reading: Reading<readonly MergedPull[]>): void {
    const books = this.#books;
    books.frustumCulled = !this.#flights.isFlying;
    books.computeBoundingSphere();
    const standing = this.#places.filter((book) => !this.#flights.has(book));
    this.#titles.set(standing, { text: plateText(reading), state: reading.state });
  }

  update(_elapsed: number, delta: number): void {
    this.updateFog(this.#shared);
    this.#follow();
    if (this.#flights.isFlying) {
      const hasArrived = this.#flights.update(delta);
      this.#placeBooks();
      if (hasArrived && this.#reading) this.#settle(this.#reading);
    }
    const { x, z } = this.scene.camera.position;
    this.#near = Math.hypot(x - SHELF_X, z - SHELF_Z) < (this.#near ? FAR_METRES : NEAR_METRES);
    this.#titles.show(this.#near);
  }
}

export const { init, update, dispose } = defineModule((...given) => new Bookshelves(...given));
