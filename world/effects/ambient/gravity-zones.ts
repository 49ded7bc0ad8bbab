import {
  type BufferGeometry,
  type IUniform,
  type ShaderMaterial,
  Box3,
  Color,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Object3D,
  Vector3,
  Vector4,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import type { Portal } from '../../../data/readings/records.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { QualityLevel, WorldState } from '../../../data/world-state.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { MovingPart } from '../../core/scene/scene-registry.ts';
import { vertexColorFragment } from '../../utils/constants.glsl.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { DISC_HEIGHT } from '../../portals/arch.ts';
import { KEY_DIRECTION, keyColor } from '../../terrain/terrain-material.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { FacetBuilder } from '../../utils/geometry.ts';
import { seededRandom } from '../../utils/noise.ts';
import {
  type GravityZone,
  MAX_FRAGMENTS,
  fragmentsPerZone,
  gravityZones,
  zoneLabel,
  zonesMove,
} from './gravity-zones-layout.ts';
import { zoneVertex } from './gravity-zones.glsl.ts';

type StateSlice = DerivedState & PageState & WorldState;

/** The approximate time of a stone's flight from the ground to its place on the arch. */
const WAY_SECONDS = 18;
/** The distance from the middle of the portal at which a stone leaves the ground. */
const LOOSE_METRES = 4.6;
/** Light of the stones' edges. */
const EDGE_LIGHT = 0.35;
/** The factor of the edge light while the stones do not move. */
const STILL_LIGHT = 0.4;
/**
 * The reach of the zone's hint. It is larger than the portal's reach, within which the portal's hint is
 * shown.
 */
const REACH_METRES = 11;
/**
 * The object of the zone's hint is this far behind the arch. So from the front, the portal is nearer and its
 * hint is shown.
 */
const BEHIND_METRES = 0.4;

/** The stones of a zone fly up to its arch. */
function movingZone({ matrix }: GravityZone): MovingPart {
  const middle = new Vector3(0, DISC_HEIGHT, 0).applyMatrix4(matrix);
  return { box: new Box3(middle, middle.clone()).expandByScalar(LOOSE_METRES), hertz: 6 };
}

/** A shard of eight unequal facets, about one metre across. */
function shardGeometry(theme: Theme): BufferGeometry {
  const into = new FacetBuilder();
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const shade = new Color();
  const top = new Vector3(0.1, 0.74, -0.06);
  const foot = new Vector3(-0.08, -0.6, 0.1);
  const girdle = [
    new Vector3(0.56, 0.1, 0.05),
    new Vector3(0.04, -0.1, -0.44),
    new Vector3(-0.5, 0.08, -0.1),
    new Vector3(-0.06, 0.04, 0.52),
  ];
  into.fan(top, girdle, (side) => shade.lerpColors(stone, lit, 0.45 + (side % 3) * 0.2));
  into.fan(foot, girdle.toReversed(), (side) => shade.lerpColors(stone, lit, 0.15 + (side % 2) * 0.2));
  return into.build();
}

/**
 * Stones that float round portals that are rebuilding or blocked: one draw call, none without such
 * a portal.
 */
class GravityZones extends DrawnModule<StateSlice> {
  readonly #group = new Group();
  readonly #mesh: InstancedMesh<BufferGeometry, ShaderMaterial>;
  /** 1 for each stone of a blocked portal, 0 for one of a rebuilding portal. */
  readonly #blocked = new InstancedBufferAttribute(new Float32Array(MAX_FRAGMENTS), 1);
  /** A uniform: seconds of movement, light of the stones' edges; two components are unused. */
  readonly #zone: IUniform<Vector4> = { value: new Vector4() };
  /** One object for each zone, for its hint. */
  #anchors: Object3D[] = [];
  #zones: readonly GravityZone[] = [];
  #reading: Reading<readonly Portal[]> | undefined;
  #doors: unknown;
  #moves = false;
  /** The zones as JSON. They are placed again only after a change. */
  #key = '';
  #quality: QualityLevel | undefined;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    // A fixed seed, so that the stones are the same for all visitors. There are four numbers for each stone.
    const random = seededRandom(31);
    const dice = Float32Array.from({ length: MAX_FRAGMENTS * 4 }, random);
    const geometry = disposables
      .use(shardGeometry(theme))
      .setAttribute('aStone', new InstancedBufferAttribute(dice, 4))
      .setAttribute('aBlocked', this.#blocked);
    const material = this.material({
      name: 'gravity-zones',
      constants: {
        KEY_DIRECTION,
        KEY_COLOR: keyColor(theme),
        SKY_COLOR: new Color(theme.colors.skyFill),
        BUILD_COLOR: new Color(theme.colors.accent),
        BLOCK_COLOR: new Color(theme.colors.error),
        OPENING: DISC_HEIGHT,
        REACH: LOOSE_METRES,
        WAY_SECONDS,
      },
      vertexShader: zoneVertex,
      fragmentShader: vertexColorFragment,
      uniforms: { zone: this.#zone, ...this.fog },
    });
    this.#mesh = disposables.use(new InstancedMesh(geometry, material, MAX_FRAGMENTS));
    this.#mesh.count = 0;
    this.#mesh.visible = false;
    makeStatic(this.#mesh, 'floating-stones');
    // The shader moves the stones, so rays ignore them and hit the portal.
    this.#mesh.raycast = () => undefined;
    this.#group.name = 'gravity-zones';
    this.#group.add(this.#mesh);
    disposables.add(scene, this.#group);
    disposables.defer(() => this.#unregister());
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    this.#follow();
    if (!this.#mesh.visible) return;
    this.updateFog();
    const { value } = this.#zone;
    if (this.#moves && !this.reducedMotion) value.x += delta;
    value.y = EDGE_LIGHT * (this.#moves ? 1 : STILL_LIGHT);
  }

  /** Places the stones again after a change of the zones or of the quality level. */
  #follow(): void {
    const reading = this.state.derived.portals.get();
    const { quality } = this.scene.frame;
    const { doors } = this.scene.registry;
    if (reading === this.#reading && doors === this.#doors && quality === this.#quality) return;
    this.#reading = reading;
    this.#doors = doors;
    this.#moves = zonesMove(reading);
    const zones = gravityZones(reading, doors);
    const key = JSON.stringify(zones);
    if (key === this.#key && quality === this.#quality) return;
    this.#quality = quality;
    this.#place(zones, quality);
    if (key === this.#key) return;
    this.#key = key;
    this.#zones = zones;
    this.#register();
  }

  #place(zones: readonly GravityZone[], quality: QualityLevel): void {
    const each = fragmentsPerZone(zones.length, quality);
    const count = Math.min(MAX_FRAGMENTS, zones.length * each);
    zones.slice(0, MAX_FRAGMENTS).forEach(({ matrix, kind }, index) => {
      for (let i = index * each; i < (index + 1) * each; i++) {
        this.#mesh.setMatrixAt(i, matrix);
        this.#blocked.setX(i, kind === 'blocked' ? 1 : 0);
      }
    });
    this.#mesh.instanceMatrix.needsUpdate = true;
    this.#blocked.needsUpdate = true;
    this.#mesh.count = count;
    this.#mesh.visible = count > 0;
  }

  #register(): void {
    this.#unregister();
    this.scene.registry.movingParts.set(this, this.#zones.map(movingZone));
    this.#anchors = this.#zones.map((zone) => {
      const anchor = new Object3D();
      anchor.name = `gravity-zone ${zone.id}`;
      anchor.position.set(0, 0, -BEHIND_METRES).applyMatrix4(zone.matrix);
      this.#group.add(anchor);
      this.scene.interactions.register(anchor, {
        reach: REACH_METRES,
        name: () => zone.name,
        label: () => zoneLabel(zone, this.state.derived.portals.get(), this.state.now.get()),
      });
      return anchor;
    });
  }

  #unregister(): void {
    for (const anchor of this.#anchors) {
      this.scene.interactions.unregister(anchor);
      anchor.removeFromParent();
    }
    this.#anchors = [];
    this.scene.registry.movingParts.clear(this);
  }
}

export const { init, update, dispose } = defineModule((...given) => new GravityZones(...given));
