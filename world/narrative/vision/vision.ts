import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  type IUniform,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  ShaderMaterial,
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
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { KEY_DIRECTION } from '../../terrain/terrain-material.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { type FogUniforms, fogUniforms, updateFog } from '../../utils/fog-uniforms.glsl.ts';
import { FacetBuilder, circle } from '../../utils/geometry.ts';
import { ReadableText } from '../readable.ts';
import {
  MAX_MARKERS,
  type VisionLook,
  type VisionMark,
  visionLabel,
  visionLook,
  visionMarks,
} from './vision-layout.ts';
import { visionFragment, visionVertex } from './vision.glsl.ts';

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

/** The owner's texts about places: a marker for each, all in one draw call. */
class VisionPoints {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #theme: Theme;
  readonly #group = new Group();
  readonly #fade: FogUniforms = fogUniforms();
  /** A uniform: seconds of movement, amplitude of the hovering in metres, light. */
  readonly #show: IUniform<Vector3> = { value: new Vector3() };
  readonly #markers: InstancedMesh<BufferGeometry, ShaderMaterial>;
  /** The geometry and the material of the boxes for rays, which are never drawn. */
  readonly #box: BoxGeometry;
  readonly #invisible: MeshBasicMaterial;
  /** The boxes of the marks, each with the text it opens. */
  readonly #texts = new Map<Mesh, ReadableText>();
  #reading: Reading<readonly VisionPoint[]> | undefined;
  #look: VisionLook = { light: 0, moves: false };
  /** The marks as JSON. They are placed again only after a change. */
  #key = '';

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    const constants = glslConstants({ TURN, RISE, RING_LIGHT, KEY_DIRECTION });
    const material = new ShaderMaterial({
      name: 'vision',
      vertexShader: `${constants}\n${visionVertex}`,
      fragmentShader: visionFragment,
      uniforms: { show: this.#show, fade: this.#fade.fade },
    });
    this.#markers = disposables.use(
      new InstancedMesh(disposables.use(markerGeometry()), disposables.use(material), MAX_MARKERS),
    );
    this.#box = disposables.use(new BoxGeometry(0.7, 1.9, 0.7));
    this.#invisible = disposables.use(new MeshBasicMaterial());
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
    updateFog(this.#fade, this.#scene);
    const moves = this.#look.moves && !this.#state.world.reducedMotion.get();
    const { value } = this.#show;
    if (moves) value.x += delta;
    value.y = moves ? HOVER : 0;
    value.z = this.#look.light;
  }

  #follow(): void {
    const reading = this.#state.readings.vision.get();
    if (reading === this.#reading) return;
    this.#reading = reading;
    this.#look = visionLook(reading);
    const marks = visionMarks(reading, heightAt);
    const key = JSON.stringify(marks);
    if (key === this.#key) return;
    this.#key = key;
    this.#clear();
    marks.forEach((mark, i) => this.#place(mark, i));
    const markers = this.#markers;
    markers.count = marks.length;
    markers.visible = marks.length > 0;
    markers.instanceMatrix.needsUpdate = true;
    if (markers.instanceColor) markers.instanceColor.needsUpdate = true;
  }

  /** Sets instance `index`, and registers a box with the mark's hint and text. */
  #place({ point, x, y, z, own, color }: VisionMark, index: number): void {
    this.#markers.setMatrixAt(index, matrix.makeTranslation(x, y, z));
    this.#markers.setColorAt(index, tint.set(own ?? this.#theme.colors[color]));
    const box = new Mesh(this.#box, this.#invisible);
    box.name = `vision point ${point?.id ?? ''}`;
    box.visible = false;
    box.position.set(x, y + 0.95, z);
    box.updateMatrixWorld();
    this.#group.add(box);
    const { readings, now } = this.#state;
    const text = new ReadableText(this.#state, () =>
      point ? { ...visionDocument(point, readings.vision.get(), now.get()), at: { x, z } } : undefined,
    );
    this.#texts.set(box, text);
    this.#scene.interactions.register(box, {
      reach: REACH_METRES,
      fromAfar: 'come',
      label: () => visionLabel(point, readings.vision.get(), now.get()),
      ...(point && { name: () => point.title }),
      ...(point && { action: text.action }),
    });
  }

  #clear(): void {
    for (const [box, text] of this.#texts) {
      this.#scene.interactions.unregister(box);
      box.removeFromParent();
      text.dispose();
    }
    this.#texts.clear();
  }
}

export const { init, update, dispose } = defineModule((...given) => new VisionPoints(...given));
