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
import { fitLine } from '../../utils/text.ts';
import { GAP, INNER_METRES, OUTER_METRES, RINGS, angleOf } from './heatmap-grid.ts';

const ROW = (OUTER_METRES - INNER_METRES) / RINGS;
/** The strip of the canvas for one label; the title is the widest. Metres. */
const STRIP_WIDTH = 6.4;
const STRIP_HEIGHT = 0.5;
/** Capitals are 0.2 m tall, for a visitor directly in front of them. */
const FONT_METRES = 0.3;
/** Letters are large: more pixels would only cost memory. */
const MAX_PIXELS_PER_METRE = 120;
/** The text is horizontal: without anisotropic filtering it would be illegible from the start. */
const LYING_ANISOTROPY = 4;
/** A name is legible up to this ratio of squared distance to camera height. Metres. */
const LEGIBLE = 68;
/** The dial is dimmed for a visitor who is on it and looks ahead, as at the start. Metres. */
const ON_DIAL = { from: OUTER_METRES + 0.4, to: OUTER_METRES + 2.4 } as const;
/** The dial appears between these angles for a visitor who looks down: the sine of the downward angle. */
const LOOKS_DOWN = { from: 0.12, to: 0.35 } as const;
const direction = new Vector3();

/** The visibility of the dial, 0 to 1: full from beside it, from above, and when the visitor looks down. */
export function readShare(camera: PerspectiveCamera): number {
  const { x, y, z } = camera.position;
  const beside = MathUtils.smoothstep(Math.hypot(x, z), ON_DIAL.from, ON_DIAL.to);
  const above = MathUtils.smoothstep(y, 3, 6);
  const fall = -camera.getWorldDirection(direction).y;
  return Math.max(beside, above, MathUtils.smoothstep(fall, LOOKS_DOWN.from, LOOKS_DOWN.to));
}
const MARK_WIDTH = 1.7;
/** The radius for labels beside the dial's outer edge. */
const MARK_RADIUS = OUTER_METRES + 0.36;
/** The positions of the title's two lines. */
const TITLE_Z = [OUTER_METRES + 0.62, OUTER_METRES + 1.06] as const;
/** The maximum width of the title. A longer line gets smaller letters. */
export const TITLE_WIDTH = 3.6;
export const TITLE_EDGE_METRES = TITLE_Z[1] + 0.25;
const HEIGHT_METRES = 0.016;

/** The hours that are marked at the dial's edge, and their texts. */
export const marks: readonly { readonly hour: number; readonly text: string }[] = [
  { hour: 0, text: 'now' },
  { hour: 6, text: '6 h ago' },
  { hour: 12, text: '12 h ago' },
  { hour: 18, text: '18 h ago' },
  { hour: 24, text: '24 h ago' },
];

/** The position of a label on the floor and its maximum width, in metres. */
interface Place {
  readonly x: number;
  readonly z: number;
  readonly width: number;
}

/** Names from the outermost ring inwards, then the marks, then the title; all face the start. */
function labelPlaces(): Place[] {
  const names = Array.from({ length: RINGS }, (_unused, ring) => {
    const z = OUTER_METRES - (ring + 0.5) * ROW;
    return { x: 0, z, width: Math.min(STRIP_WIDTH, 2 * z * Math.tan(GAP / 2) - 0.3) };
  });
  const edge = marks.map(({ hour }) => {
    // The first and the last label mark the same line, one on each side; one of them is beside the title.
    const angle = angleOf(hour) + (hour === 24 ? -0.09 : hour === 0 || hour === 18 ? 0.09 : 0);
    const radius = MARK_RADIUS + Math.abs(Math.sin(angle)) * 0.5;
    return { x: Math.sin(angle) * radius, z: Math.cos(angle) * radius, width: MARK_WIDTH };
  });
  return [...names, ...edge, ...TITLE_Z.map((z) => ({ x: 0, z, width: STRIP_WIDTH }))];
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
  readonly #places = labelPlaces();
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

  /** Draws the names that are legible from the camera. Names farther away are too flat to read. */
  fit(): void {
    const { x, y, z } = this.#scene.camera.position;
    const share = readShare(this.#scene.camera);
    this.mesh.material.opacity = share;
    this.mesh.visible = share > 0;
    let names = 0;
    while (names < RINGS) {
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

  /** `labels` in the order of `labelPlaces`; an empty text leaves its place empty. */
  draw(labels: readonly Label[]): void {
    const canvas = this.#sharpen();
    const { context, pixels: scale } = canvas;
    canvas.clear();
    canvas.font(FONT_METRES);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    this.mesh.userData['lines'] = labels.flatMap(({ text, color }, row) => {
      if (text === '') return [];
      const fitted = fitLine(text, this.#places[row]?.width ?? 0, canvas.measure);
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
    this.#places.forEach(({ x, z, width }, row) => {
      const [w, h] = [width / 2, STRIP_HEIGHT / 2];
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
