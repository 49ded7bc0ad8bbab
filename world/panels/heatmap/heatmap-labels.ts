import {
  BufferGeometry,
  Float32BufferAttribute,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Vector3,
} from 'three';
import type { ColorName, Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { MetreCanvas } from '../panel-texture.ts';
import { fitLine, fitSize } from '../../utils/text.ts';
import { GAP, HOURS, INNER_METRES, OUTER_METRES, RINGS } from './heatmap-grid.ts';

const ROW = (OUTER_METRES - INNER_METRES) / RINGS;
/** The strip of the canvas for one label; the title is the widest. Metres. */
const STRIP_WIDTH = 6.4;
const STRIP_HEIGHT = 0.5;
/** Capitals are 0.2 m tall, for a visitor directly in front of them. */
const FONT_METRES = 0.3;
const MIN_SHARE = 0.65;
/** Letters are large: more pixels would only cost memory. */
const MAX_PIXELS_PER_METRE = 120;
/**
 * The text lies flat on the floor: without anisotropic filtering, visitors at the start position could not
 * read it.
 */
const LYING_ANISOTROPY = 4;
/** A name is legible up to this ratio of squared distance to camera height. Metres. */
const LEGIBLE = 34;
/** For a visitor who looks down, names and lines become clear between these sines of the downward angle. */
const LOOKS_DOWN = { from: 0.12, to: 0.35 } as const;
const direction = new Vector3();

/** How strongly a visitor looks at the dial, 0 to 1: from above, and when they look down. */
export function readShare(camera: PerspectiveCamera): number {
  const above = MathUtils.smoothstep(camera.position.y, 3, 6);
  const fall = -camera.getWorldDirection(direction).y;
  return Math.max(above, MathUtils.smoothstep(fall, LOOKS_DOWN.from, LOOKS_DOWN.to));
}
const MARK_WIDTH = 1;
/** The radius for labels beside the dial's outer edge. */
const MARK_RADIUS = OUTER_METRES + 0.45;
/** The places of the title's two lines, inside the dial in front of the resident, and their width. */
const TITLE_Z = [0.75, 1.4] as const;
/** In a tall window the title is farther away and to the right, because the thumb's stick is at the left. */
const TALL_SHIFT = { x: 0.35, z: -0.3 } as const;
export const TITLE_WIDTH = 2.9;
/** Lines that lie flat are stretched along the view, as on a road, so that they are readable from the start. */
const STRETCH = { title: 2.4, marks: 2 } as const;
const HEIGHT_METRES = 0.016;

/** The hours that are marked at the dial's edge. Noon has no mark: it would shine through the resident's robe. */
export const marks = [0, 6, 18];

/** The position of a label on the floor, its maximum width, in metres, and the scale of its quad. */
interface Place {
  readonly x: number;
  readonly z: number;
  readonly width: number;
  readonly scale: readonly [across: number, along: number];
}

/** Names from the outermost ring inwards, then the marks, then the title; all face the start. */
function labelPlaces(isTall: boolean): Place[] {
  const names = Array.from({ length: RINGS }, (_unused, ring): Place => {
    const z = OUTER_METRES - (ring + 0.5) * ROW;
    const scale = ROW / STRIP_HEIGHT;
    return {
      x: 0,
      z,
      width: Math.min(STRIP_WIDTH, (2 * z * Math.tan(GAP / 2) - 0.2) / scale),
      scale: [scale, scale],
    };
  });
  const edge = marks.map((hour): Place => {
    // Midnight is in the middle of the gap.
    const angle = hour === 0 ? 0 : GAP / 2 + (1 - hour / HOURS) * (Math.PI * 2 - GAP);
    return {
      x: Math.sin(angle) * MARK_RADIUS,
      z: Math.cos(angle) * MARK_RADIUS,
      width: MARK_WIDTH,
      scale: [1, STRETCH.marks],
    };
  });
  const title = TITLE_Z.map((z, line): Place => {
    const size = line === 0 ? 0.76 : 0.5;
    const shift = isTall ? TALL_SHIFT : { x: 0, z: 0 };
    return {
      x: shift.x,
      z: z + shift.z,
      width: TITLE_WIDTH / size,
      scale: [size, size * STRETCH.title],
    };
  });
  return [...names, ...edge, ...title];
}

export interface Label {
  readonly text: string;
  readonly color: ColorName;
}

/** Words on the floor: one mesh, one canvas. `userData.lines` of the mesh has the words. */
export class HeatmapLabels {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #scene: WorldScene;
  readonly #theme: Theme;
  #isTall = false;
  #places = labelPlaces(false);
  #canvas: MetreCanvas | undefined;
  /** The number of drawn names, from the innermost ring outwards. */
  #names = -1;

  constructor(scene: WorldScene, theme: Theme) {
    this.#scene = scene;
    this.#theme = theme;
    this.mesh = new Mesh(
      this.#geometry(),
      new MeshBasicMaterial({ transparent: true, depthWrite: false, fog: false }),
    );
    this.mesh.name = 'heatmap labels';
    this.mesh.renderOrder = -2;
  }

  /**
   * Draws the names that are legible from the camera, for a visitor who looks at the dial. Names farther away
   * are too flat to read. Places the title for the shape of the window.
   */
  fit(): void {
    const isTall = this.#scene.camera.aspect < 1;
    if (isTall !== this.#isTall) {
      this.#isTall = isTall;
      this.#places = labelPlaces(isTall);
      this.mesh.geometry.dispose();
      this.mesh.geometry = this.#geometry();
      this.#names = -1;
    }
    const { x, y, z } = this.#scene.camera.position;
    const looks = readShare(this.#scene.camera) > 0.5;
    let names = 0;
    while (looks && names < RINGS) {
      const place = this.#places[names];
      if (!place) break;
      const away = (place.x - x) ** 2 + y ** 2 + (place.z - z) ** 2;
      if (away > LEGIBLE * Math.max(y, 0.1)) break;
      names++;
    }
    if (names === this.#names) return;
    this.#names = names;
    this.mesh.geometry.setDrawRange((RINGS - names) * 6, Infinity);
  }

  /** Draws the labels, in the order of `labelPlaces`. An empty text leaves its place empty. */
  draw(labels: readonly Label[]): void {
    const canvas = this.#sharpen();
    const { context, pixels: scale } = canvas;
    canvas.clear();
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    this.mesh.userData['lines'] = labels.flatMap(({ text, color }, row) => {
      if (text === '') return [];
      const width = this.#places[row]?.width ?? 0;
      // A long line gets smaller letters before it is cut.
      fitSize(FONT_METRES, FONT_METRES * MIN_SHARE, width, (size) => {
        canvas.font(size, '600 ');
        return canvas.measure(text);
      });
      const fitted = fitLine(text, width, canvas.measure);
      context.fillStyle = this.#theme.colors[color];
      context.fillText(fitted, (STRIP_WIDTH / 2) * scale, (row + 0.5) * STRIP_HEIGHT * scale);
      return [fitted];
    });
    canvas.texture.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#canvas?.dispose();
  }

  /** Returns a canvas with the resolution of the quality level. */
  #sharpen(): MetreCanvas {
    if (this.#canvas?.quality === this.#scene.frame.quality) return this.#canvas;
    this.#canvas?.dispose();
    const height = this.#places.length * STRIP_HEIGHT;
    const canvas = new MetreCanvas(STRIP_WIDTH, height, this.#scene, this.#theme, MAX_PIXELS_PER_METRE);
    canvas.texture.anisotropy = Math.max(LYING_ANISOTROPY, canvas.texture.anisotropy);
    this.mesh.material.map = canvas.texture;
    return (this.#canvas = canvas);
  }

  /** One quad for each label, all with the texture of one canvas. */
  #geometry(): BufferGeometry {
    const positions: number[] = [];
    const uvs: number[] = [];
    const index: number[] = [];
    const rows = this.#places.length;
    this.#places.forEach(({ x, z, width, scale: [across, along] }, row) => {
      const [w, h] = [(width * across) / 2, (STRIP_HEIGHT * along) / 2];
      const y = HEIGHT_METRES;
      positions.push(x - w, y, z + h, x + w, y, z + h, x + w, y, z - h, x - w, y, z - h);
      const [u, low, high] = [width / STRIP_WIDTH / 2, 1 - (row + 1) / rows, 1 - row / rows];
      uvs.push(0.5 - u, low, 0.5 + u, low, 0.5 + u, high, 0.5 - u, high);
      const at = row * 4;
      const corners = [at, at + 1, at + 2, at, at + 2, at + 3];
      // Names come first, the innermost one first of all, so that a draw range can leave out illegible ones.
      if (row < RINGS) index.unshift(...corners);
      else index.push(...corners);
    });
    return new BufferGeometry()
      .setAttribute('position', new Float32BufferAttribute(positions, 3))
      .setAttribute('uv', new Float32BufferAttribute(uvs, 2))
      .setIndex(index);
  }
}
