import {
  AdditiveBlending,
  BoxGeometry,
  type BufferGeometry,
  CircleGeometry,
  Color,
  Euler,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  ShaderMaterial,
  Vector3,
} from 'three';
import { fire } from '../../data/signal.ts';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import { lightShare } from '../core/picture.ts';
import type { WorldScene } from '../core/scene.ts';
import { heightAt } from '../terrain/height.ts';
import { terrainMaterial, terrainUniforms } from '../terrain/light.ts';
import { glslConstants } from '../utils/constants.glsl.ts';
import { followFog } from '../utils/fade.glsl.ts';
import { type ArchView, archViews, viewKey } from './appearance.ts';
import { DISC_HEIGHT, DISC_RADIUS, archGeometry } from './arch.ts';
import { type Place, layoutPortals } from './layout.ts';
import { discFragment, discVertex, spillFragment, spillVertex } from './portals.glsl.ts';
import { RuneRings } from './rune-rings.ts';
import { type Sign, signGeometry, signTexture } from './signs.ts';

/** From here a visitor is told what a portal is. Metres, to the arch's foot. */
const REACH_METRES = 6.5;
const PILLAR_OFFSET = 2.05;
const PILLAR_RADIUS = 0.75;
/** How bright the light before an open portal is. */
const SPILL = 0.34;
/** The share of its speed that the swirl keeps for visitors who asked for less motion. */
const CALM = 0.3;
const LIVENESS: Record<ArchView['presence'], number> = { online: 1, unknown: 0.55, offline: 0 };

const turned = new Quaternion();
const angles = new Euler();
const at = new Vector3();
const ONE = new Vector3(1, 1, 1);

function matrixOf(place: Place, into: Matrix4): Matrix4 {
  angles.set(place.rotationX, place.rotationY, place.rotationZ, 'YXZ');
  return into.compose(at.set(place.x, place.y, place.z), turned.setFromEuler(angles), ONE);
}

/** The ring of portals: arches, discs, light on the ground, runes and names in five draw calls, however many there are. */
class PortalRing {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #theme: Theme;
  readonly #group = new Group();
  /** The stones, the discs and the runes follow the same time and the same fog. */
  readonly #shared = terrainUniforms();
  readonly #spillStrength = { value: 0 };
  readonly #runes: RuneRings;
  readonly #arch: BufferGeometry;
  readonly #box = new BoxGeometry(4.6, 5, 1.4).translate(0, 2.5, 0);
  readonly #stone: ShaderMaterial;
  readonly #disc: ShaderMaterial;
  readonly #spill: ShaderMaterial;
  readonly #sign = new MeshBasicMaterial({ transparent: true, depthWrite: false, fog: false });
  /** Never drawn: what pointing meets, and what the debug overlay outlines. */
  readonly #unseen = new MeshBasicMaterial();
  readonly #boxes: Mesh[] = [];
  #disposables: { dispose(): void }[] = [];
  #reading: unknown;
  #key = '';

  constructor(scene: WorldScene, state: State, theme: Theme) {
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    this.#group.name = 'portals';
    this.#arch = archGeometry(theme);
    this.#stone = terrainMaterial(theme, this.#shared);
    this.#disc = new ShaderMaterial({
      name: 'portal-disc',
      vertexShader: discVertex,
      fragmentShader: `${glslConstants({ WHITE: new Color(theme.colors.star) })}\n${discFragment}`,
      uniforms: this.#shared,
      side: 2,
    });
    this.#spill = new ShaderMaterial({
      name: 'portal-spill',
      vertexShader: spillVertex,
      fragmentShader: spillFragment,
      uniforms: { strength: this.#spillStrength },
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
    });
    this.#runes = new RuneRings(theme, this.#shared);
    scene.add(this.#group);
    this.#follow();
  }

  update(delta: number): void {
    followFog(this.#shared, this.#scene);
    this.#shared.time.value += delta * (this.#state.world.reducedMotion.get() ? CALM : 1);
    this.#spillStrength.value = SPILL * lightShare(this.#scene.quality);
    this.#follow();
  }

  /** Builds anew when something one can see has changed; a health check that says the same as before changes nothing. */
  #follow(): void {
    const reading = this.#state.derived.portals.get();
    if (reading === this.#reading) return;
    this.#reading = reading;
    const views = archViews(reading);
    const key = viewKey(views);
    if (key === this.#key) return;
    this.#key = key;
    this.#clear();
    this.#build(views);
  }

  #build(views: readonly ArchView[]): void {
    const places = layoutPortals(
      views.map(({ record }) => record),
      heightAt,
    );
    const matrices = places.map((place) => matrixOf(place, new Matrix4()));
    const colors = views.map((view) => this.#colorOf(view));
    this.#buildArches(views, matrices);
    this.#buildDiscs(views, matrices, colors);
    this.#buildSigns(views, matrices);
    const runes = this.#runes.build(
      views.map(({ presence }, i) => ({
        matrix: matrices[i] as Matrix4,
        color: colors[i] as Color,
        presence,
      })),
    );
    this.#take(runes, runes.geometry);
    views.forEach((view, i) => this.#register(view, matrices[i] as Matrix4));
    this.#scene.obstacles.set(
      this,
      matrices.flatMap((matrix) =>
        [-PILLAR_OFFSET, PILLAR_OFFSET].map((side) => {
          at.set(side, 0, 0).applyMatrix4(matrix);
          return { x: at.x, z: at.z, radius: PILLAR_RADIUS };
        }),
      ),
    );
  }

  #colorOf({ presence, color }: ArchView): Color {
    const { portalOffline, portalDefault } = this.#theme.colors;
    return new Color(presence === 'offline' ? portalOffline : (color ?? portalDefault));
  }

  #take(mesh: Mesh, ...owned: { dispose(): void }[]): void {
    this.#group.add(mesh);
    if (mesh instanceof InstancedMesh) this.#disposables.push(mesh);
    this.#disposables.push(...owned);
  }

  #instanced(geometry: BufferGeometry, material: Material, matrices: readonly Matrix4[]): InstancedMesh {
    const mesh = new InstancedMesh(geometry, material, matrices.length);
    matrices.forEach((matrix, i) => mesh.setMatrixAt(i, matrix));
    // The ring stands all about the visitor: some of it is always in sight.
    mesh.frustumCulled = false;
    return mesh;
  }

  #buildArches(views: readonly ArchView[], matrices: readonly Matrix4[]): void {
    const mesh = this.#instanced(this.#arch, this.#stone, matrices);
    const tint = new Color();
    views.forEach(({ presence }, i) => mesh.setColorAt(i, tint.setScalar(presence === 'offline' ? 0.6 : 1)));
    this.#take(mesh);
  }

  #buildDiscs(views: readonly ArchView[], matrices: readonly Matrix4[], colors: readonly Color[]): void {
    const tints = new Float32Array(views.length * 3);
    colors.forEach((color, i) => color.toArray(tints, i * 3));
    const live = new Float32Array(views.map(({ presence }) => LIVENESS[presence]));
    const phases = new Float32Array(views.map((_, i) => i * 2.4));
    const dress = (geometry: BufferGeometry): BufferGeometry => {
      geometry.setAttribute('aColor', new InstancedBufferAttribute(tints, 3));
      geometry.setAttribute('aLive', new InstancedBufferAttribute(live, 1));
      geometry.setAttribute('aPhase', new InstancedBufferAttribute(phases, 1));
      return geometry;
    };
    const disc = dress(new CircleGeometry(DISC_RADIUS, 40).translate(0, DISC_HEIGHT, 0));
    this.#take(this.#instanced(disc, this.#disc, matrices), disc);
    const spill = dress(new PlaneGeometry(9, 9).rotateX(-Math.PI / 2).translate(0, 0.05, 2.2));
    const light = this.#instanced(spill, this.#spill, matrices);
    light.renderOrder = 1;
    this.#take(light, spill);
  }

  #buildSigns(views: readonly ArchView[], matrices: readonly Matrix4[]): void {
    const { text, textQuiet, agentDormantText } = this.#theme.colors;
    const signs = views.map(({ name, line, presence }, i): Sign => ({
      name,
      line,
      nameColor: presence === 'offline' ? agentDormantText : text,
      lineColor: presence === 'offline' ? agentDormantText : textQuiet,
      matrix: matrices[i] as Matrix4,
    }));
    const texture = signTexture(signs, this.#theme);
    const geometry = signGeometry(signs);
    this.#sign.map = texture;
    const mesh = new Mesh(geometry, this.#sign);
    mesh.renderOrder = 3;
    this.#take(mesh, geometry, texture);
  }

  #register(view: ArchView, matrix: Matrix4): void {
    const box = new Mesh(this.#box, this.#unseen);
    box.name = `portal ${view.id}`;
    box.visible = false;
    box.userData['class'] = 'collision-box';
    matrix.decompose(box.position, box.quaternion, box.scale);
    box.updateMatrixWorld();
    this.#group.add(box);
    this.#boxes.push(box);
    const { entrance } = view;
    this.#scene.interactions.register(box, {
      reach: REACH_METRES,
      label: () => `${view.name} — ${entrance.open ? view.about : entrance.reason}`,
      ...(entrance.open && {
        action: {
          key: 'F',
          text: () => view.actionLabel,
          run: () => fire(this.#state.travel, { portalId: view.id, href: entrance.href }),
        },
      }),
    });
  }

  #clear(): void {
    for (const box of this.#boxes.splice(0)) this.#scene.interactions.unregister(box);
    this.#scene.obstacles.clear(this);
    this.#group.clear();
    for (const item of this.#disposables) item.dispose();
    this.#disposables = [];
    this.#sign.map = null;
  }

  dispose(): void {
    this.#clear();
    this.#group.removeFromParent();
    this.#runes.dispose();
    this.#arch.dispose();
    this.#box.dispose();
    for (const material of [this.#stone, this.#disc, this.#spill, this.#sign, this.#unseen])
      material.dispose();
  }
}

let ring: PortalRing | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  ring = new PortalRing(scene, state, theme);
}

export function update(_elapsed: number, delta: number): void {
  ring?.update(delta);
}

export function dispose(): void {
  ring?.dispose();
  ring = undefined;
}
