import {
  AdditiveBlending,
  Color,
  type IUniform,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type Object3D,
  type PerspectiveCamera,
  OctahedronGeometry,
  ShaderMaterial,
  Vector3,
  Vector4,
} from 'three';
import type { State } from '../../../data/state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import {
  ASSEMBLE_SECONDS,
  type CrownLook,
  DISSOLVE_SECONDS,
  PLACES,
  crownLook,
  crownPlaces,
  crownSeconds,
} from './sovereignty-egg-animation.ts';
import { crownFragment, crownVertex } from './sovereignty-egg.glsl.ts';

/** Over the sovereignty meter, leaning towards the first look so that one sees into it. Metres and radians. */
const PLACE = { x: 0, y: 8.25, z: -9 };
const LEAN = 0.42;
const RADIUS = 1.9;
const LOW = 0.42;
const TALL = 1.55;
const WIDE = 0.065;
/** The circlet's near edge, its lowest point. Metres. */
const FOOT = { y: PLACE.y - Math.sin(LEAN) * RADIUS, z: PLACE.z + Math.cos(LEAN) * RADIUS };
/** Between it and the speech bubble, as seen; and the most it rises for that. Metres. */
const GAP = 0.25;
const MAX_RISE_METRES = 4.5;
const RISE_SECONDS = 0.4;
/** Seen from the side, both stand beside each other: the cosine of that angle. */
const IN_LINE = 0.94;
/** An empty place. */
const GRAIN = 0.022;

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly theme: Theme;
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly egg: IUniform<Vector4>;
  readonly tint: IUniform<Vector4>;
  readonly color: Color;
  look: CrownLook | undefined;
  /** The words that set it off, over the resident; looked for when it begins. */
  bubble: Object3D | undefined;
  /** Metres it stands higher to be seen over them. */
  rise: number;
  clock: number;
  readonly mentions: EventReader<string>;
}

let mounted: Mounted | undefined;

/** Somebody spoke of sovereignty: over the meter a crown assembles out of as many shards as the score has percent. One draw call while it is seen. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const shard = new OctahedronGeometry(1);
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', shard.getAttribute('position'));
  geometry.setAttribute('normal', shard.getAttribute('normal'));
  geometry.setAttribute('aPlace', new InstancedBufferAttribute(crownPlaces(), 4));
  geometry.instanceCount = PLACES;
  const constants = glslConstants({
    RADIUS,
    LOW,
    TALL,
    WIDE,
    GRAIN,
    ASSEMBLE: ASSEMBLE_SECONDS,
    DISSOLVE: DISSOLVE_SECONDS,
    WHITE: new Color(theme.colors.star),
    EMPTY_COLOR: new Color(theme.colors.readingOffline),
  });
  const egg = { value: new Vector4() };
  const tint = { value: new Vector4() };
  const mesh = new Mesh(
    geometry,
    new ShaderMaterial({
      name: 'sovereignty-egg',
      vertexShader: `${constants}\n${crownVertex}`,
      fragmentShader: crownFragment,
      uniforms: { egg, tint },
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
    }),
  );
  mesh.name = 'sovereignty-egg';
  mesh.position.set(PLACE.x, PLACE.y, PLACE.z);
  mesh.rotation.x = LEAN;
  mesh.visible = false;
  mesh.frustumCulled = false;
  scene.add(mesh);
  mounted = {
    scene,
    state,
    theme,
    mesh,
    egg,
    tint,
    color: new Color(),
    look: undefined,
    bubble: undefined,
    rise: 0,
    clock: 0,
    mentions: state.sovereigntyEgg.reader(),
  };
}

const place = new Vector3();

/** Metres by which the crown is hidden behind the speech bubble, seen from here. */
function hidden({ position: eye }: PerspectiveCamera, bubble: Object3D | undefined): number {
  if (!bubble?.visible) return 0;
  place.setFromMatrixPosition(bubble.matrixWorld);
  const bubbleX = place.x - eye.x;
  const bubbleZ = place.z - eye.z;
  const crownX = PLACE.x - eye.x;
  const crownZ = FOOT.z - eye.z;
  const near = Math.hypot(bubbleX, bubbleZ);
  const far = Math.hypot(crownX, crownZ);
  if (near >= far || bubbleX * crownX + bubbleZ * crownZ < IN_LINE * near * far) return 0;
  const top = place.y + Number(bubble.userData['metres'] ?? 0) * bubble.scale.y;
  const line = eye.y + (top - eye.y) * (far / near);
  return Math.min(MAX_RISE_METRES, Math.max(0, line + GAP - FOOT.y));
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state, theme, mesh, egg, tint, color } = mounted;
  if (mounted.mentions.last() !== undefined) {
    // A crown that stands is not begun again.
    if (!mounted.look) {
      mounted.look = crownLook(state.readings.sovereignty.get());
      mounted.clock = 0;
      mounted.bubble = scene.getObjectByName('speech bubble');
      mounted.rise = hidden(scene.camera, mounted.bubble);
      color.set(theme.colors[mounted.look.color]);
    }
  } else mounted.clock += delta;
  const { look } = mounted;
  mesh.visible = look !== undefined;
  if (!look) return;
  if (mounted.clock >= crownSeconds(look)) {
    mounted.look = undefined;
    mesh.visible = false;
    return;
  }
  const wanted = hidden(scene.camera, mounted.bubble);
  const still = state.world.reducedMotion.get();
  mounted.rise += (wanted - mounted.rise) * (still ? 1 : 1 - Math.exp(-delta / RISE_SECONDS));
  mesh.position.y = PLACE.y + mounted.rise;
  egg.value.set(
    mounted.clock,
    look.shards / PLACES,
    ASSEMBLE_SECONDS + look.holdSeconds,
    look.light * lightShare(scene),
  );
  tint.value.set(color.r, color.g, color.b, still ? 1 : 0);
}

export function dispose(): void {
  if (!mounted) return;
  const { mesh } = mounted;
  mounted = undefined;
  mesh.removeFromParent();
  mesh.geometry.dispose();
  mesh.material.dispose();
}
