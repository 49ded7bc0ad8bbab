import {
  type BufferGeometry,
  Color,
  DataTexture,
  Float32BufferAttribute,
  Group,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Vector3,
} from 'three';
import type { QualityLevel } from '../../data/world-state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { ADDITIVE } from '../utils/drawing.ts';
import { FacetBuilder } from '../utils/geometry.ts';
import { type PanelContent, panelLook } from './panel-layout.ts';
import { EDGE_STRIP_METRES, PanelTexture } from './panel-texture.ts';
import { PANEL_HEIGHT, PANEL_WIDTH, type Slot } from '../core/scene/panel-slots.ts';

const DEPTH = 0.05;
const EDGE = 0.014;
/** The light of a precomputed halo; 0 at the lowest level, because its pixels would be too slow. */
const HALO_LIGHT: Record<QualityLevel, number> = { lowest: 0, low: 0.34, middle: 0.34, highest: 0.34 };

/** The light of its edges in the glass floor. */
const MIRRORED = 0.5;

/** The share of the light around a panel that the glass floor reflects. */
const FLOOR_SHARE = 0.3;

/**
 * The brightness of the frame. It is below the threshold of the bloom, because bloom would cover the text of
 * a near panel. The halo replaces the bloom.
 */
const BRIGHT = 1.1;
const SIDE = 0.65;
const BACK = 0.02;
/** A near panel shows its headline only beyond `nearMetres` plus this distance. Metres. */
const NEAR_SLACK = 1;

/** A slab as one geometry: the picture, a thin lit frame around it, the sides and a dark back. */
function slabGeometry(width: number, height: number): BufferGeometry {
  const builder = new FacetBuilder();
  const tone = new Color();
  const [w, h] = [width / 2, height / 2];
  const rim = (inset: number, z: number): [Vector3, Vector3, Vector3, Vector3] => [
    new Vector3(-w + inset, -h + inset, z),
    new Vector3(w - inset, -h + inset, z),
    new Vector3(w - inset, h - inset, z),
    new Vector3(-w + inset, h - inset, z),
  ];
  const front = rim(-EDGE, 0);
  const inner = rim(0, 0.004);
  const back = rim(-EDGE, -DEPTH);
  builder.quad(...inner, tone.setScalar(1));
  builder.loft([back, front, inner], (band) => tone.setScalar(band === 0 ? SIDE : BRIGHT));
  const [e, g, j, l] = back;
  builder.quad(g, e, l, j, tone.setScalar(BACK));
  const geometry = builder.build();
  // The first two triangles show the picture, all others the edge strip below it.
  const foot = EDGE_STRIP_METRES / (height + EDGE_STRIP_METRES);
  const corners = geometry.getAttribute('position').count;
  const uvs = new Float32Array(corners * 2).fill(foot / 2);
  uvs.set([0, foot, 1, foot, 1, 1, 0, foot, 1, 1, 0, 1]);
  return geometry
    .setAttribute('uv', new Float32BufferAttribute(uvs, 2))
    .deleteAttribute('glow')
    .deleteAttribute('normal');
}

/** The light around the slab and on the floor below it, as two additive planes in one geometry. */
function haloGeometry(width: number, height: number, slot: Slot): BufferGeometry {
  const halo = new PlaneGeometry(width * HALO_WIDE, height * HALO_HIGH);
  halo.translate(0, 0, -DEPTH - 0.02);
  const positions = Array.from(halo.getAttribute('position').array);
  // The left half of the texture is for the halo behind the slab, the right one for the light on
  // the floor.
  const uvs = Array.from(halo.getAttribute('uv').array, (value, at) => (at % 2 === 0 ? value / 2 : value));
  const index = Array.from(halo.getIndex()?.array ?? []);
  halo.dispose();
  const tones = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  // The floor's plane has local coordinates of the panel, so the tilt is undone.
  const floor = (x: number, z: number, u: number, v: number): void => {
    const point = new Vector3(x, 0.02 - slot.y, z).applyAxisAngle(new Vector3(1, 0, 0), -slot.rotationX);
    positions.push(point.x, point.y, point.z);
    uvs.push(0.5 + u / 2, v);
    tones.push(FLOOR_SHARE, FLOOR_SHARE, FLOOR_SHARE);
  };
  const [wide, deep] = [width * 0.62, 0.7];
  if (slot.lightsFloor) {
    floor(-wide, deep, 0, 0);
    floor(wide, deep, 1, 0);
    floor(wide, -deep, 1, 1);
    floor(-wide, -deep, 0, 1);
    index.push(4, 5, 6, 4, 6, 7);
  }
  return new PlaneGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('uv', new Float32BufferAttribute(uvs, 2))
    .setAttribute('color', new Float32BufferAttribute(tones, 3))
    .deleteAttribute('normal')
    .setIndex(index);
}

/** The size of the halo relative to the slab. */
const HALO_WIDE = 1.5;
const HALO_HIGH = 1.9;

/** Light around a rectangle that stays dark itself: light behind the text would reduce the contrast. */
function around(u: number, v: number): number {
  const beyond = (at: number, factor: number): number =>
    Math.max(0, Math.abs(at - 0.5) * 2 * factor - 1) / (factor - 1);
  const away = Math.hypot(beyond(u, HALO_WIDE), beyond(v, HALO_HIGH));
  return away === 0 ? 0 : Math.max(0, 1 - away) ** 2 * 0.36;
}
/** A soft, elongated light. */
const pool = (u: number, v: number): number => (Math.sin(u * Math.PI) * Math.sin(v * Math.PI)) ** 2;

/** Both lights side by side, 64 × 32 pixels. */
function haloTexture(): DataTexture {
  const size = 32;
  const data = new Uint8Array(size * 2 * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size * 2; x++) {
      const [u, v] = [((x % size) + 0.5) / size, (y + 0.5) / size];
      const light = x < size ? around(u, v) : pool(u, v);
      const at = (y * size * 2 + x) * 4;
      data.fill(light * 255, at, at + 4);
    }
  const texture = new DataTexture(data, size * 2, size);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/**
 * A glass slab with text and an edge in the colour of its state; near visitors see rows, others a headline.
 */
export class Panel {
  readonly group = new Group();
  readonly #scene: WorldScene;
  readonly #theme: Theme;
  readonly #slab: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #halo: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #haloMap = haloTexture();
  #near: PanelTexture;
  #far: PanelTexture;
  #shown: PanelTexture;
  #content: PanelContent | undefined;
  #quality: QualityLevel;
  readonly #nearMetres: number;
  /** The colour of the reflection in the glass floor. */
  readonly #mirrored = new Color(0, 0, 0);
  readonly #endWords: () => void;

  constructor(scene: WorldScene, theme: Theme, slot: Slot, name: string) {
    this.#scene = scene;
    this.#theme = theme;
    this.#quality = scene.frame.quality;
    this.#nearMetres = slot.nearMetres;
    this.#near = this.#picture(false);
    this.#far = this.#picture(true);
    this.#shown = this.#far;
    this.#slab = new Mesh(
      slabGeometry(PANEL_WIDTH, PANEL_HEIGHT),
      new MeshBasicMaterial({ map: this.#far.texture, vertexColors: true, transparent: true, fog: false }),
    );
    this.#halo = new Mesh(
      haloGeometry(PANEL_WIDTH, PANEL_HEIGHT, slot),
      new MeshBasicMaterial({ map: this.#haloMap, vertexColors: true, ...ADDITIVE, fog: false }),
    );
    this.#halo.name = 'panel halo';
    // Drawn before the text of every panel, at any distance.
    this.#halo.renderOrder = -1;
    // Rays ignore the halo: a visitor who points at the halo does not point at the panel.
    this.#halo.raycast = () => undefined;
    this.group.name = name;
    this.group.rotation.order = 'YXZ';
    this.group.position.set(slot.x, slot.y, slot.z);
    this.group.rotation.set(slot.rotationX, slot.rotationY, 0);
    this.group.add(this.#halo, this.#slab);
    scene.add(this.group);
    const { x, y, z, rotationY: turn } = slot;
    const size = { width: PANEL_WIDTH, height: PANEL_HEIGHT, shape: 'frame' } as const;
    if (slot.lightsFloor) scene.registry.glows.set(this, [{ x, y, z, ...size, turn, color: this.#mirrored }]);
    this.#endWords = scene.registry.words.add(this.#slab);
  }

  /** Whether the rows are shown, and not the headline. */
  get isNear(): boolean {
    return this.#shown === this.#near;
  }

  show(content: PanelContent): void {
    this.#content = content;
    this.#near.set(content);
    this.#far.set(content);
    this.#shown.paint();
    this.#slab.userData['texts'] = this.#shown.texts;
    this.#light();
  }

  /** Follows the camera's distance and the quality level. Draws only if one of them changes the picture. */
  fit(): void {
    const near = this.isNear;
    const away = this.#scene.camera.position.distanceToSquared(this.group.position);
    if (this.#quality !== this.#scene.frame.quality) this.#sharpen();
    const wanted =
      away < (near ? this.#nearMetres + NEAR_SLACK : this.#nearMetres) ** 2 ? this.#near : this.#far;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    wanted.paint();
    this.#slab.userData['texts'] = wanted.texts;
    this.#slab.material.map = wanted.texture;
  }

  dispose(): void {
    this.#endWords();
    this.group.removeFromParent();
    this.#scene.registry.glows.clear(this);
    for (const { geometry, material } of [this.#slab, this.#halo]) {
      geometry.dispose();
      material.dispose();
    }
    this.#near.dispose();
    this.#far.dispose();
    this.#haloMap.dispose();
  }

  #picture(far: boolean): PanelTexture {
    return new PanelTexture(PANEL_WIDTH, PANEL_HEIGHT, this.#scene, this.#theme, far);
  }

  /** Draws again with the resolution of the new quality level. */
  #sharpen(): void {
    const near = this.isNear;
    this.#quality = this.#scene.frame.quality;
    this.#near.dispose();
    this.#far.dispose();
    this.#near = this.#picture(false);
    this.#far = this.#picture(true);
    this.#shown = near ? this.#near : this.#far;
    this.#slab.material.map = this.#shown.texture;
    if (this.#content) this.show(this.#content);
  }

  #light(): void {
    const color = this.#theme.colors[panelLook(this.#content ?? { state: 'loading' }).color];
    this.#mirrored.set(color).multiplyScalar(MIRRORED);
    this.#halo.material.color.set(color).multiplyScalar(HALO_LIGHT[this.#quality]);
    this.#halo.visible = HALO_LIGHT[this.#quality] > 0;
  }
}
