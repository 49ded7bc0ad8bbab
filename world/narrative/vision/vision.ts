import {
  type BufferGeometry,
  type IUniform,
  type ShaderMaterial,
  Box3,
  BoxGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import { visionDocument } from '../../../data/view/documents.ts';
import type { VisionPoint } from '../../../data/readings/records.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { ViewState } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { vertexColorFragment } from '../../utils/constants.glsl.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { KEY_DIRECTION } from '../../terrain/terrain-material.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import { FacetBuilder, circle } from '../../utils/geometry.ts';
import { ReadableText } from '../../interaction/readable.ts';
import {
  MAX_MARKERS,
  type VisionLook,
  type VisionMark,
  visionLabel,
  visionLook,
  visionMarks,
} from './vision-layout.ts';

type StateSlice = DerivedState & PageState & ReadingsState & ViewState & WorldState;

/** All lengths in this file are in metres. */
const REACH_METRES = 3.5;
const RHOMBUS = { half: 0.1, tall: 0.32, middle: 1.3 };
const RING = { inner: 0.36, outer: 0.42, height: 0.05 };
/** Segments of the ring on the ground. */
const RING_SIDES = 32;
/** The amplitude of the rhombus's vertical movement. */
const HOVER = 0.05;
/** Radians a second: one rotation in 18 seconds, up and down in 9. */
const TURN = 0.35;
const RISE = 0.7;
/** Light of the ring as a share of the rhombus's. */
const RING_LIGHT = 0.55;

/** Rhombus and ring as one geometry. */
function markerGeometry(): BufferGeometry {
  const into = new FacetBuilder();
  const white = new Color(1, 1, 1);
  const { half, tall, middle } = RHOMBUS;
  const waist = circle(4, half, middle);
  const paint = (): Color => white;
  into.fan(new Vector3(0, middle + tall, 0), waist, paint);
  into.fan(new Vector3(0, middle - tall, 0), waist.toReversed(), paint);
  const hovering = into.triangles * 3;
  into.loft(
    [circle(RING_SIDES, RING.outer, RING.height), circle(RING_SIDES, RING.inner, RING.height)],
    paint,
  );
  const geometry = into.build();
  const corners = geometry.getAttribute('position').count;
  const hovers = new Float32Array(corners).fill(1, 0, hovering);
  return geometry
    .setAttribute('aHovers', new Float32BufferAttribute(hovers, 1))
    .deleteAttribute('color')
    .deleteAttribute('glow');
}

const matrix = new Matrix4();
const tint = new Color();

/**
 * A thin rhombus that hovers and rotates above a ring on the ground. Light is computed per vertex; the
 * fragment shader only outputs the colour.
 */
const visionVertex = /* glsl */ `
attribute float aHovers;
// Seconds moved, how far it hovers up and down, light.
uniform vec3 show;
varying vec3 vColor;
${fogFunction}
void main() {
  float phase = instanceMatrix[3].x * 1.7 + instanceMatrix[3].z * 2.3;
  float turn = (show.x * TURN + phase) * aHovers;
  mat3 about = mat3(cos(turn), 0.0, -sin(turn), 0.0, 1.0, 0.0, sin(turn), 0.0, cos(turn));
  vec3 local = about * position;
  local.y += aHovers * show.y * sin(show.x * RISE + phase);
  vec3 facing = about * normal;
  vec4 seen = viewMatrix * modelMatrix * instanceMatrix * vec4(local, 1.0);
  float key = max(dot(facing, KEY_DIRECTION), 0.0);
  // The ring is darker than the rhombus over it.
  float light = show.z * mix(RING_LIGHT, 0.5 + 0.6 * key + 0.15 * facing.y, aHovers);
  vColor = mix(fade.rgb, instanceColor * light, clearAt(seen.xyz));
  seen.xyz = risen(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

/** The box in which a marker turns and hovers. Metres. */
const MOVING = { height: 0.95, size: new Vector3(1.2, 2.3, 1.2) } as const;

/** The owner's texts about places: a marker for each, all in one draw call. */
class VisionPoints extends DrawnModule<StateSlice> {
  readonly #group = new Group();
  /** A uniform: seconds of movement, amplitude of the hovering in metres, light. */
  readonly #show: IUniform<Vector3> = { value: new Vector3() };
  readonly #markers: InstancedMesh<BufferGeometry, ShaderMaterial>;
  /** The geometry and the material of the boxes for rays, which are never drawn. */
  readonly #box = this.disposables.use(new BoxGeometry(0.7, 1.9, 0.7));
  readonly #invisible = this.disposables.use(new MeshBasicMaterial());
  /** The boxes of the marks, each with the text it opens. */
  readonly #texts = new Map<Mesh, ReadableText>();
  #reading: Reading<readonly VisionPoint[]> | undefined;
  #look: VisionLook = { light: 0, moves: false };
  /** The marks as JSON. They are placed again only after a change. */
  #key = '';

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, disposables } = this;
    const material = this.material({
      name: 'vision',
      constants: { TURN, RISE, RING_LIGHT, KEY_DIRECTION },
      vertexShader: visionVertex,
      fragmentShader: vertexColorFragment,
      uniforms: { show: this.#show, ...this.fog },
    });
    const geometry = disposables.use(markerGeometry());
    this.#markers = disposables.use(new InstancedMesh(geometry, material, MAX_MARKERS));
    this.#markers.name = 'vision-markers';
    this.#markers.setColorAt(0, tint.setScalar(1));
    this.#markers.frustumCulled = false;
    // The shader rotates the markers, so rays hit their boxes instead.
    this.#markers.raycast = () => undefined;
    this.#group.name = 'vision';
    this.#group.add(this.#markers);
    disposables.add(scene, this.#group);
    disposables.defer(() => this.#clear());
    this.#follow();
  }

  update(_elapsed: number, delta: number): void {
    this.#follow();
    this.updateFog();
    const moves = this.#look.moves && !this.reducedMotion;
    const { value } = this.#show;
    if (moves) value.x += delta;
    value.y = moves ? HOVER : 0;
    value.z = this.#look.light;
  }

  #follow(): void {
    const reading = this.state.readings.vision.get();
    if (reading === this.#reading) return;
    this.#reading = reading;
    this.#look = visionLook(reading);
    const marks = visionMarks(reading, heightAt);
    const key = JSON.stringify(marks);
    if (key === this.#key) return;
    this.#key = key;
    this.#clear();
    marks.forEach((mark, i) => this.#place(mark, i));
    this.scene.registry.movingParts.set(
      this,
      marks.map(({ x, y, z }) => ({
        box: new Box3().setFromCenterAndSize(new Vector3(x, y + MOVING.height, z), MOVING.size),
        hertz: 6,
      })),
    );
    const markers = this.#markers;
    markers.count = marks.length;
    markers.visible = marks.length > 0;
    markers.instanceMatrix.needsUpdate = true;
    if (markers.instanceColor) markers.instanceColor.needsUpdate = true;
  }

  /** Sets instance `index`, and registers a box with the mark's hint and text. */
  #place({ point, x, y, z, own, color }: VisionMark, index: number): void {
    this.#markers.setMatrixAt(index, matrix.makeTranslation(x, y, z));
    this.#markers.setColorAt(index, tint.set(own ?? this.theme.colors[color]));
    const box = new Mesh(this.#box, this.#invisible);
    box.name = `vision point ${point?.id ?? ''}`;
    box.visible = false;
    box.position.set(x, y + 0.95, z);
    box.updateMatrixWorld();
    this.#group.add(box);
    const { readings, now } = this.state;
    const text = new ReadableText(this.state, () =>
      point ? { ...visionDocument(point, readings.vision.get(), now.get()), at: { x, z } } : undefined,
    );
    this.#texts.set(box, text);
    this.scene.interactions.register(box, {
      reach: REACH_METRES,
      fromAfar: 'come',
      label: () => visionLabel(point, readings.vision.get(), now.get()),
      ...(point && { name: () => point.title }),
      ...(point && { action: text.action }),
    });
  }

  #clear(): void {
    for (const [box, text] of this.#texts) {
      this.scene.interactions.unregister(box);
      box.removeFromParent();
      text.dispose();
    }
    this.#texts.clear();
    this.scene.registry.movingParts.clear(this);
  }
}

export const { init, update, dispose } = defineModule((...given) => new VisionPoints(...given));
