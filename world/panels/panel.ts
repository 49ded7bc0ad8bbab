import {
  AdditiveBlending,
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
import type { QualityLevel } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene.ts';
import { FacetBuilder } from '../utils/geometry.ts';
import { type PanelContent, stateLooks } from '../utils/panel-layout.ts';
import { PanelTexture } from '../utils/panel-texture.ts';
import { PANEL_HEIGHT, PANEL_WIDTH, type Slot } from './arc.ts';

const DEPTH = 0.05;
const EDGE = 0.022;
/** Below what the bloom takes up: from near, a frame that blooms would wash over the text. Its glow is the halo's. */
const EDGE_LIGHT: Record<QualityLevel, number> = { lowest: 0.85, low: 0.95, middle: 1.2, highest: 1.2 };
/** A baked glow; at the lowest level the pixels it would cover cost too much. */
const HALO_LIGHT: Record<QualityLevel, number> = { lowest: 0, low: 0.34, middle: 0.3, highest: 0.3 };

/** The glass floor gives back this much of the light around a panel. */
const FLOOR_SHARE = 0.3;

/** The lit edge of a slab: a thin frame in front, the sides, and a dark back. */
function edgeGeometry(width: number, height: number): BufferGeometry {
  const builder = new FacetBuilder();
  const bright = new Color(1, 1, 1);
  const side = new Color(0.65, 0.65, 0.65);
  const dark = new Color(0.02, 0.02, 0.02);
  const [w, h] = [width / 2, height / 2];
  const rim = (inset: number, z: number): Vector3[] => [
    new Vector3(-w + inset, -h + inset, z),
    new Vector3(w - inset, -h + inset, z),
    new Vector3(w - inset, h - inset, z),
    new Vector3(-w + inset, h - inset, z),
  ];
  const front = rim(-EDGE, 0);
  const inner = rim(0, 0.004);
  const back = rim(-EDGE, -DEPTH);
  for (let i = 0; i < 4; i++) {
    const n = (i + 1) % 4;
    const [f, fn, b, bn, q, qn] = [front[i], front[n], back[i], back[n], inner[i], inner[n]] as Vector3[];
    if (!f || !fn || !b || !bn || !q || !qn) continue;
    builder.quad(f, fn, qn, q, bright);
    builder.quad(b, bn, fn, f, side);
  }
  const [a, b, c, d] = back as [Vector3, Vector3, Vector3, Vector3];
  builder.quad(b, a, d, c, dark);
  const geometry = builder.build();
  geometry.deleteAttribute('glow');
  geometry.deleteAttribute('normal');
  return geometry;
}

/** Light around the slab and on the floor below it, as two additive sheets in one piece. */
function haloGeometry(width: number, height: number, slot: Slot): BufferGeometry {
  const halo = new PlaneGeometry(width * 1.5, height * 1.9);
  halo.translate(0, 0, -DEPTH - 0.02);
  const positions = Array.from(halo.getAttribute('position').array);
  const uvs = Array.from(halo.getAttribute('uv').array);
  const index = Array.from(halo.getIndex()?.array ?? []);
  halo.dispose();
  const tones = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  // The floor's sheet is given in the panel's own frame: turn the tilt back.
  const floor = (x: number, z: number, u: number, v: number): void => {
    const point = new Vector3(x, 0.02 - slot.y, z).applyAxisAngle(new Vector3(1, 0, 0), -slot.rotationX);
    positions.push(point.x, point.y, point.z);
    uvs.push(u, v);
    tones.push(FLOOR_SHARE, FLOOR_SHARE, FLOOR_SHARE);
  };
  const [wide, deep] = [width * 0.62, 0.7];
  floor(-wide, deep, 0, 0);
  floor(wide, deep, 1, 0);
  floor(wide, -deep, 1, 1);
  floor(-wide, -deep, 0, 1);
  index.push(4, 5, 6, 4, 6, 7);
  return new PlaneGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('uv', new Float32BufferAttribute(uvs, 2))
    .setAttribute('color', new Float32BufferAttribute(tones, 3))
    .deleteAttribute('normal')
    .setIndex(index);
}

/** A soft oblong of light, 32 by 32. */
function haloTexture(): DataTexture {
  const size = 32;
  const data = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [u, v] = [(x + 0.5) / size, (y + 0.5) / size];
      const light = (Math.sin(u * Math.PI) * Math.sin(v * Math.PI)) ** 2;
      data.fill(light * 255, (y * size + x) * 4, (y * size + x) * 4 + 4);
    }
  const texture = new DataTexture(data, size, size);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** A glass slab with text on it and an edge lit in the colour of its state. */
export class Panel {
  readonly group = new Group();
  readonly #scene: WorldScene;
  readonly #theme: Theme;
  readonly #face: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #edge: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #halo: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #haloMap = haloTexture();
  #picture: PanelTexture;
  #content: PanelContent | undefined;
  #quality: QualityLevel;

  constructor(scene: WorldScene, theme: Theme, slot: Slot, name: string) {
    this.#scene = scene;
    this.#theme = theme;
    this.#quality = scene.quality;
    this.#picture = new PanelTexture(PANEL_WIDTH, PANEL_HEIGHT, scene.quality, scene.renderer, theme);
    this.#face = new Mesh(
      new PlaneGeometry(PANEL_WIDTH, PANEL_HEIGHT),
      new MeshBasicMaterial({ map: this.#picture.texture, transparent: true }),
    );
    this.#edge = new Mesh(
      edgeGeometry(PANEL_WIDTH, PANEL_HEIGHT),
      new MeshBasicMaterial({ vertexColors: true }),
    );
    this.#halo = new Mesh(
      haloGeometry(PANEL_WIDTH, PANEL_HEIGHT, slot),
      new MeshBasicMaterial({
        map: this.#haloMap,
        vertexColors: true,
        blending: AdditiveBlending,
        transparent: true,
        depthWrite: false,
        fog: false,
      }),
    );
    // Behind the text of every panel, whatever the distance.
    this.#halo.renderOrder = -1;
    this.group.name = name;
    this.group.rotation.order = 'YXZ';
    this.group.position.set(slot.x, slot.y, slot.z);
    this.group.rotation.set(slot.rotationX, slot.rotationY, 0);
    this.group.add(this.#halo, this.#edge, this.#face);
    scene.add(this.group);
  }

  /** The texts on the panel, in the order they were set. */
  get lines(): readonly string[] {
    return this.#picture.lines;
  }

  show(content: PanelContent): void {
    this.#content = content;
    this.#picture.draw(content);
    this.#light();
  }

  /** Draws anew at another sharpness when the quality level has changed. */
  fitQuality(): void {
    if (this.#quality === this.#scene.quality) return;
    this.#quality = this.#scene.quality;
    this.#picture.dispose();
    this.#picture = new PanelTexture(
      PANEL_WIDTH,
      PANEL_HEIGHT,
      this.#quality,
      this.#scene.renderer,
      this.#theme,
    );
    this.#face.material.map = this.#picture.texture;
    if (this.#content) this.show(this.#content);
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const { geometry, material } of [this.#face, this.#edge, this.#halo]) {
      geometry.dispose();
      material.dispose();
    }
    this.#picture.dispose();
    this.#haloMap.dispose();
  }

  #light(): void {
    const color = this.#theme.colors[stateLooks[this.#content?.state ?? 'loading'].color];
    this.#edge.material.color.set(color).multiplyScalar(EDGE_LIGHT[this.#quality]);
    this.#halo.material.color.set(color).multiplyScalar(HALO_LIGHT[this.#quality]);
    this.#halo.visible = HALO_LIGHT[this.#quality] > 0;
  }
}
