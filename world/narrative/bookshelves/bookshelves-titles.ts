import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
} from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import type { ReadingState } from '../../../data/readings/reading.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import type { ShownText } from '../../core/scene/words.ts';
import { stateLooks } from '../../panels/panel-layout.ts';
import { MetreCanvas, drawMark } from '../../panels/panel-texture.ts';
import { directionOf, wrapText } from '../../utils/text.ts';
import { type Book, CORNICE_FLOOR, HEIGHT, MAX_BOOKS, bayPoint } from './bookshelves-layout.ts';
import { SPINE_FLAT } from './bookshelves-geometry.ts';

/**
 * Titles run down the spine. Capitals are 0.7 of the font size: 3.7 cm, or 12 pixels of a 720-pixel frame at
 * 2 m. All lengths in this file are in metres.
 */
const TEXT_SIZE = 0.053;
const LINE = 0.056;
/**
 * A title's cell in the atlas: the maximum length of a title, and the width of the flat part of the thickest
 * spine.
 */
const CELL_WIDTH = 0.68;
const CELL_HEIGHT = 0.22;
const COLUMNS = 6;
const ROWS = Math.ceil(MAX_BOOKS / COLUMNS);
const PLATE_WIDTH = 1.72;
const PLATE_HEIGHT = 0.2;
const PLATE_TEXT = 0.115;
const ATLAS_WIDTH = CELL_WIDTH * COLUMNS;
const ATLAS_HEIGHT = CELL_HEIGHT * ROWS + PLATE_HEIGHT;
/** The distances of text in front of the spine and of the cornice, against z-fighting. */
const AHEAD = 0.006;
const CORNICE_AHEAD = 0.056;
/** One quad for each book, and one for the plate. */
const QUADS = MAX_BOOKS + 1;

/** How many lines a spine has room for. */
const linesOn = (thickness: number): number => Math.floor((thickness * SPINE_FLAT) / LINE);

/** The corners of a quad, counter-clockwise from the lower left. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/**
 * The titles on the spines and the words on the plate: one texture and one draw call, only while
 * the visitor is near enough to read. The texture is painted when it is first needed, and again
 * when the words have changed. `userData.lines` of the mesh has the words, the plate's first.
 */
export class Titles {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #scene: WorldScene;
  readonly #theme: Theme;
  /** A small placeholder until the first painting, so that the shader program stays the same. */
  #texture: CanvasTexture;
  #books: readonly Book[] = [];
  #plate: { readonly text: string; readonly state: ReadingState } = { text: '', state: 'loading' };
  /** The quality level for which the texture was painted; undefined while the texture is outdated. */
  #painted: QualityLevel | undefined;

  constructor(scene: WorldScene, theme: Theme) {
    this.#scene = scene;
    this.#theme = theme;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 4;
    this.#texture = new CanvasTexture(canvas);
    this.#texture.colorSpace = SRGBColorSpace;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(QUADS * 12), 3));
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(QUADS * 8), 2));
    geometry.setIndex(
      Array.from({ length: QUADS }, (_unused, i) =>
        [0, 1, 2, 0, 2, 3].map((corner) => i * 4 + corner),
      ).flat(),
    );
    this.mesh = new Mesh(
      geometry,
      new MeshBasicMaterial({ map: this.#texture, transparent: true, depthWrite: false, fog: false }),
    );
    this.mesh.name = 'book-titles';
    this.mesh.matrixAutoUpdate = false;
    this.mesh.visible = false;
    this.#placePlate();
  }

  set(books: readonly Book[], plate: { readonly text: string; readonly state: ReadingState }): void {
    this.#books = books;
    this.#plate = plate;
    this.mesh.userData['lines'] = [plate.text, ...books.map(({ pull }) => pull.title)];
    books.forEach((book, i) => this.#placeTitle(book, i));
    const { geometry } = this.mesh;
    geometry.getAttribute('position').needsUpdate = true;
    geometry.getAttribute('uv').needsUpdate = true;
    geometry.setDrawRange(0, (books.length + 1) * 6);
    geometry.computeBoundingSphere();
    this.#painted = undefined;
  }

  /** Called in every frame. Paints the texture if it is needed and outdated. */
  show(near: boolean): void {
    this.mesh.visible = near;
    if (near && this.#painted !== this.#scene.frame.quality) this.#paint();
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture.dispose();
  }

  /** The plate is the first quad, so that every draw range includes it. */
  #placePlate(): void {
    const y = (CORNICE_FLOOR + HEIGHT) / 2;
    const bottom = CELL_HEIGHT * ROWS;
    CORNERS.forEach(([u, v], corner) => {
      const { x, z } = bayPoint(2, (u - 0.5) * PLATE_WIDTH, -CORNICE_AHEAD);
      this.#corner(
        corner,
        x,
        y + (v - 0.5) * PLATE_HEIGHT,
        z,
        u * PLATE_WIDTH,
        bottom + (1 - v) * PLATE_HEIGHT,
      );
    });
  }

  /** Places a title, rotated: the left end of the text is at the top, and its upper edge at the right. */
  #placeTitle({ x, y, z, turn, thickness, tallness }: Book, index: number): void {
    const wide = Math.min(CELL_HEIGHT, thickness * SPINE_FLAT);
    const left = (index % COLUMNS) * CELL_WIDTH;
    const middle = (Math.floor(index / COLUMNS) + 0.5) * CELL_HEIGHT;
    CORNERS.forEach(([u, v], corner) => {
      const right = (v - 0.5) * wide;
      this.#corner(
        (index + 1) * 4 + corner,
        x + Math.cos(turn) * right + Math.sin(turn) * AHEAD,
        y + tallness / 2 - (u - 0.5) * CELL_WIDTH,
        z - Math.sin(turn) * right + Math.cos(turn) * AHEAD,
        left + u * CELL_WIDTH,
        middle - right,
      );
    });
  }

  /** Sets corner `at`: its position, and its point in the atlas in metres from the top left. */
  #corner(at: number, x: number, y: number, z: number, u: number, v: number): void {
    const { geometry } = this.mesh;
    geometry.getAttribute('position').setXYZ(at, x, y, z);
    geometry.getAttribute('uv').setXY(at, u / ATLAS_WIDTH, 1 - v / ATLAS_HEIGHT);
  }

  /** Paints all titles and the plate at the resolution of the quality level. */
  #paint(): void {
    this.#texture.dispose();
    const canvas = new MetreCanvas(ATLAS_WIDTH, ATLAS_HEIGHT, this.#scene, this.#theme);
    const { texture, context, pixels, measure } = canvas;
    this.#texture = texture;
    this.mesh.material.map = texture;
    this.#painted = canvas.quality;
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    canvas.font(TEXT_SIZE, '600 ');
    context.fillStyle = this.#theme.colors.text;
    this.mesh.userData['texts'] = this.#books.flatMap(
      ({ pull, thickness, x: at, y: foot, z, tallness }, index) => {
        const x = ((index % COLUMNS) + 0.5) * CELL_WIDTH;
        const y = (Math.floor(index / COLUMNS) + 0.5) * CELL_HEIGHT;
        const lines = wrapText(pull.title || `#${pull.number}`, CELL_WIDTH, linesOn(thickness), measure);
        context.direction = directionOf(pull.title);
        lines.forEach((line, i) =>
          context.fillText(line, x * pixels, (y + (i - (lines.length - 1) / 2) * LINE) * pixels),
        );
        return lines.map((text): ShownText => ({ text, size: TEXT_SIZE, at: [at, foot + tallness / 2, z] }));
      },
    );
    this.#paintPlate(canvas);
    texture.needsUpdate = true;
  }

  #paintPlate(canvas: MetreCanvas): void {
    const { context, pixels } = canvas;
    const { colors } = this.#theme;
    const { text, state } = this.#plate;
    const top = CELL_HEIGHT * ROWS;
    const y = top + PLATE_HEIGHT / 2;
    context.save();
    context.scale(pixels, pixels);
    context.fillStyle = colors.panelBackground;
    context.strokeStyle = colors.brass;
    context.lineWidth = 0.008;
    context.beginPath();
    context.roundRect(0.01, top + 0.01, PLATE_WIDTH - 0.02, PLATE_HEIGHT - 0.02, 0.02);
    context.fill();
    context.stroke();
    const color = state === 'live' ? colors.brass : colors[stateLooks[state].color];
    context.fillStyle = context.strokeStyle = color;
    drawMark(context, { mark: stateLooks[state].mark, x: 0.1, y, size: 0.04 });
    context.restore();
    let size = PLATE_TEXT;
    const room = PLATE_WIDTH - 0.22;
    do {
      canvas.font(size, '600 ');
      size *= 0.94;
    } while (canvas.measure(text) > room && size > 0.05);
    context.fillStyle = color;
    context.fillText(text, ((PLATE_WIDTH + 0.14) / 2) * pixels, y * pixels);
  }
}
