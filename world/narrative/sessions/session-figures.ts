import {
  type BufferGeometry,
  Float32BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LatheGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
} from 'three';
import { type FogUniforms, fogUniforms } from '../../utils/fog-uniforms.glsl.ts';
import { FIGURES } from './session-places.ts';
import { figureFragment, figureVertex } from './sessions.glsl.ts';

/** The outline from the hem to the crown, as radius and height; the height of a figure is 1. */
const OUTLINE: readonly (readonly [radius: number, height: number])[] = [
  [0.105, 0],
  [0.098, 0.12],
  [0.088, 0.32],
  [0.082, 0.5],
  [0.1, 0.63],
  [0.118, 0.72],
  [0.098, 0.77],
  [0.06, 0.8],
  [0.056, 0.83],
  [0.062, 0.89],
  [0.052, 0.95],
  [0.028, 0.985],
  [0.001, 1],
];
const SIDES = 12;
const DEPTH = 0.78;
const ARM_PARTS = 6;

/** The body as a lathe, and one arm as a strip. */
function figureGeometry(): InstancedBufferGeometry {
  const lathe: BufferGeometry = new LatheGeometry(
    OUTLINE.map(([radius, height]) => new Vector2(radius, height)),
    SIDES,
  );
  const at = lathe.getAttribute('position');
  const normal = lathe.getAttribute('normal');
  const positions: number[] = [];
  const normals: number[] = [];
  const arms: number[] = [];
  const index = [...(lathe.getIndex()?.array ?? [])];
  for (let i = 0; i < at.count; i++) {
    positions.push(at.getX(i), at.getY(i), at.getZ(i) * DEPTH);
    normals.push(normal.getX(i), normal.getY(i), normal.getZ(i) / DEPTH);
    arms.push(0, 0, 0);
  }
  for (let part = 0; part <= ARM_PARTS; part++) {
    const corner = positions.length / 3;
    for (const side of [-1, 1]) {
      positions.push(0, 0, 0);
      normals.push(0, 0, 1);
      arms.push(part / ARM_PARTS, side, 1);
    }
    if (part < ARM_PARTS) index.push(corner, corner + 1, corner + 2, corner + 1, corner + 3, corner + 2);
  }
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  geometry.setAttribute('arm', new Float32BufferAttribute(arms, 3));
  geometry.setIndex(index);
  lathe.dispose();
  return geometry;
}

const attribute = (): InstancedBufferAttribute =>
  new InstancedBufferAttribute(new Float32Array(FIGURES * 4), 4).setUsage(DynamicDrawUsage);

/** The figures of the agent sessions in one draw call. */
export class SessionFigures {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly fog: FogUniforms = fogUniforms();
  /** x, y and z in metres, and how much of the figure is there, 0 to 1. */
  readonly places = attribute();
  /** The colour and the brightness. */
  readonly looks = attribute();
  /** The direction in radians about y; how far the arm is raised and the head bowed; when it sways. */
  readonly acts = attribute();
  /** A uniform: seconds, and whether there is motion. */
  readonly #shown = new Vector2();

  constructor() {
    const geometry = figureGeometry();
    geometry.setAttribute('place', this.places);
    geometry.setAttribute('look', this.looks);
    geometry.setAttribute('act', this.acts);
    this.mesh = new Mesh(
      geometry,
      new ShaderMaterial({
        name: 'session-figures',
        vertexShader: figureVertex,
        fragmentShader: figureFragment,
        uniforms: { shown: { value: this.#shown }, ...this.fog },
        transparent: true,
        premultipliedAlpha: true,
      }),
    );
  }

  /** @param seconds Since the last picture; with `still` nothing moves. */
  show(count: number, seconds: number, still: boolean): void {
    this.#shown.set(this.#shown.x + (still ? 0 : seconds), still ? 0 : 1);
    this.mesh.visible = count > 0;
    this.mesh.geometry.instanceCount = count;
    this.places.needsUpdate = true;
    this.looks.needsUpdate = true;
    this.acts.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
