import {
  type BufferGeometry,
  CircleGeometry,
  Color,
  InstancedBufferAttribute,
  InstancedMesh,
  PlaneGeometry,
  ShaderMaterial,
} from 'three';
import type { Theme } from '../../../theme/theme.ts';
import type { TerrainUniforms } from '../../terrain/terrain-material.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { ADDITIVE } from '../../utils/drawing.ts';
import type { Glimpses } from './glimpses.ts';
import type { PlayScreens } from './play-screens.ts';
import type { PlacedPortal, Readiness } from '../portal-view-model.ts';
import { DISC_HEIGHT, DISC_RADIUS } from '../arch.ts';
import { discFragment, discVertex, spillFragment, spillVertex } from '../portals.glsl.ts';

/** The brightness of a disc, and the speed of its animation. */
export const LIVENESS: Record<PlacedPortal['presence'], number> = { online: 1, unknown: 0.4, offline: 0 };

/** The factors of colour and light for an unchecked world, so that only open portals are bright. */
const UNKNOWN_COLOR = 0.4;
const UNKNOWN_LIGHT = 0.75;
/** The weights of red, green and blue in the luminance of linear sRGB (ITU-R BT.709). */
const LUMINANCE = { r: 0.2126, g: 0.7152, b: 0.0722 } as const;

/** The colour of a disc's light: the portal's; for an unchecked world darker and mixed with grey. */
export function lightColor({
  color,
  presence,
  readiness,
}: Pick<PlacedPortal, 'color' | 'presence' | 'readiness'>): Color {
  // The return portal has the colour with which the visitor arrived.
  if (presence !== 'unknown' || readiness === 'return') return color;
  const grey = color.r * LUMINANCE.r + color.g * LUMINANCE.g + color.b * LUMINANCE.b;
  return new Color(grey, grey, grey).lerp(color, UNKNOWN_COLOR).multiplyScalar(UNKNOWN_LIGHT);
}

/** The picture of a disc, in the order of the shader. */
const PICTURES: readonly Readiness[] = [
  'playable',
  'active',
  'prototype',
  'rebuilding',
  'blocked',
  'offline',
  'return',
];
/** The number of a picture in the shader. */
const pictureOf = (readiness: Readiness): number => PICTURES.indexOf(readiness);

/** The segments of a disc: enough to look round from a distance of one metre. */
const SIDES = 64;
/** The brightness of the picture behind the swirl, as a share. */
const GLIMPSE = 0.6;
/** The duration of a loaded picture's fade-in. */
const GLIMPSE_SECONDS = 1.2;

/** The brightness of screenshots: a white screenshot must not be brighter than the texts of the world. */
const PLAY_LIGHT = 0.9;
/** The share by which a disc is dimmed behind a screenshot. */
const PLAY_QUIET = 0.8;

/** Brightness of the light on the ground. It is low, because the light is added to pale slabs. */
const SPILL_LIGHT = 0.1;

/** The share of a disc's light that falls on the ground before it. */
const SPILL: Record<Readiness, number> = {
  playable: 1,
  active: 1,
  prototype: 0.35,
  rebuilding: 0.5,
  blocked: 0.25,
  offline: 0,
  return: 1,
  ruin: 0,
};

/** The discs of all portals, and their light on the ground: two draw calls. */
export class Discs {
  readonly #glimpses: Glimpses;
  readonly #screens: PlayScreens;
  readonly #disc: ShaderMaterial;
  readonly #spill: ShaderMaterial;
  /** For each disc: the index of its picture in the texture, and the share of its fade-in. */
  #shown = new InstancedBufferAttribute(new Float32Array(), 2);
  /** The same for the screenshot of a play. */
  #played = new InstancedBufferAttribute(new Float32Array(), 2);
  #portals: readonly PlacedPortal[] = [];

  constructor(theme: Theme, shared: TerrainUniforms, glimpses: Glimpses, screens: PlayScreens) {
    this.#glimpses = glimpses;
    this.#screens = screens;
    const constants = glslConstants({
      WHITE: new Color(theme.colors.star),
      GLIMPSE,
      PLAY_LIGHT,
      PLAY_QUIET,
      ...Object.fromEntries(PICTURES.map((name, index) => [name.toUpperCase(), index])),
    });
    this.#disc = new ShaderMaterial({
      name: 'portal-disc',
      vertexShader: discVertex,
      fragmentShader: `${constants}\n${discFragment}`,
      uniforms: {
        ...shared,
        atlas: glimpses.atlas,
        grid: glimpses.grid,
        screens: screens.atlas,
        columns: screens.columns,
      },
      side: 2,
    });
    this.#spill = new ShaderMaterial({
      name: 'portal-spill',
      vertexShader: spillVertex,
      fragmentShader: `${glslConstants({ SPILL_LIGHT })}\n${spillFragment}`,
      ...ADDITIVE,
    });
  }

  /**
   * The discs and their light, in this order. The caller adds the meshes, and disposes of them and
   * their geometries in the end.
   */
  build(portals: readonly PlacedPortal[]): readonly InstancedMesh<BufferGeometry, ShaderMaterial>[] {
    const colors = new Float32Array(portals.length * 3);
    const states = new Float32Array(portals.length * 4);
    const spills = new Float32Array(portals.length);
    portals.forEach((portal, i) => {
      const { presence, readiness } = portal;
      lightColor(portal).toArray(colors, i * 3);
      states.set([LIVENESS[presence], pictureOf(readiness), presence === 'unknown' ? 1 : 0, i * 2.4], i * 4);
      spills[i] = LIVENESS[presence] * SPILL[readiness];
    });
    const disc = new CircleGeometry(DISC_RADIUS, SIDES).translate(0, DISC_HEIGHT, 0);
    disc.setAttribute('aColor', new InstancedBufferAttribute(colors, 3));
    disc.setAttribute('aDisc', new InstancedBufferAttribute(states, 4));
    this.#shown = new InstancedBufferAttribute(this.#cellsOf(portals), 2);
    disc.setAttribute('aGlimpse', this.#shown);
    this.#portals = portals;
    this.#played = new InstancedBufferAttribute(new Float32Array(portals.length * 2), 2);
    disc.setAttribute('aPlay', this.#played);
    const ground = new PlaneGeometry(9, 9).rotateX(-Math.PI / 2).translate(0, 0.05, 2.2);
    ground.setAttribute('aColor', new InstancedBufferAttribute(colors, 3));
    ground.setAttribute('aSpill', new InstancedBufferAttribute(spills, 1));
    const meshes = [
      new InstancedMesh<BufferGeometry, ShaderMaterial>(disc, this.#disc, portals.length),
      new InstancedMesh<BufferGeometry, ShaderMaterial>(ground, this.#spill, portals.length),
    ];
    for (const [order, mesh] of meshes.entries()) {
      portals.forEach(({ matrix }, i) => mesh.setMatrixAt(i, matrix));
      mesh.renderOrder = order;
      // The ring surrounds the visitor, so a part of it is always visible.
      mesh.frustumCulled = false;
    }
    return meshes;
  }

  #cellsOf(portals: readonly PlacedPortal[]): Float32Array {
    return Float32Array.from(
      portals.flatMap(({ glimpse }) => {
        const cell = this.#glimpses.cellOf(glimpse);
        return [cell, this.#glimpses.isDrawn(cell) ? 1 : 0];
      }),
    );
  }

  /** Called in each frame. Fades in loaded pictures. */
  update(delta: number): void {
    this.#updatePlays();
    const shown = this.#shown;
    for (let i = 0; i < shown.count; i++) {
      const share = shown.getY(i);
      if (share === 1 || !this.#glimpses.isDrawn(shown.getX(i))) continue;
      shown.setY(i, Math.min(1, share + delta / GLIMPSE_SECONDS));
      shown.needsUpdate = true;
    }
  }

  /** Updates the screenshots of plays, whose fading is computed by `PlayScreens`. */
  #updatePlays(): void {
    const played = this.#played;
    for (let i = 0; i < played.count; i++) {
      const portal = this.#portals[i]?.id ?? '';
      const share = this.#screens.shareOf(portal);
      if (share === played.getY(i)) continue;
      played.setXY(i, this.#screens.cellOf(portal), share);
      played.needsUpdate = true;
    }
  }

  dispose(): void {
    this.#disc.dispose();
    this.#spill.dispose();
  }
}
