import {
  AdditiveBlending,
  type BufferGeometry,
  Color,
  Group,
  type IUniform,
  Mesh,
  ShaderMaterial,
} from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { State } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/dispatch-view.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { Interaction } from '../../core/scene/interaction-registry.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { type TerrainUniforms, terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { followFog } from '../../utils/fade.glsl.ts';
import { OathCarving } from './oath-text-texture.ts';
import { type OathLook, STONE_TURN, STONE_X, STONE_Z, oathLabel, oathLook } from './oath-layout.ts';
import { lightGeometry, stoneGeometry } from './oath-geometry.ts';
import { oathFragment, oathVertex } from './oath.glsl.ts';

/** Metres. */
const REACH = 4.5;
const OBSTACLE = 0.85;
/** Nearer than this the carving is drawn, farther off it is not; between the two it stays as it is. */
const NEAR_METRES = 13;
const FAR_METRES = 14;
const EASE_SECONDS = 0.6;
/** The light sways while the oath is read: so much of it, in so many seconds. */
const SWAY = 0.22;
const SWAY_SECONDS = 6;
/** It begins and ends gently. */
const READ_SECONDS = 0.4;
const STILL = 0.01;
/** For those who asked for less motion it is so much brighter instead. */
const CALM = 0.15;

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly theme: Theme;
  readonly group: Group;
  readonly stone: Mesh<BufferGeometry, ShaderMaterial>;
  readonly light: Mesh<BufferGeometry, ShaderMaterial>;
  readonly poolCount: number;
  readonly carving: OathCarving;
  readonly shared: TerrainUniforms;
  readonly lamp: IUniform<Color>;
  readonly color: Color;
  reading: Reading<string> | undefined;
  look: OathLook;
  bright: number;
  /** 0 to 1: how much the light is that of a stone that is read; and for how many seconds it has been. */
  read: number;
  swayed: number;
}

let mounted: Mounted | undefined;

/** The oath, carved into a standing stone under a light of its own: two draw calls, three for those who can read it, one in the dark. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const shared = terrainUniforms(scene);
  const stone = new Mesh(stoneGeometry(theme), terrainMaterial(theme, shared));
  stone.name = 'oath-stone';
  const ground = heightAt(STONE_X, STONE_Z);
  const [sin, cos] = [Math.sin(STONE_TURN), Math.cos(STONE_TURN)];
  const { geometry, poolCount } = lightGeometry(
    (x, z) => heightAt(STONE_X + x * cos + z * sin, STONE_Z - x * sin + z * cos) - ground,
  );
  const lamp = { value: new Color(0, 0, 0) };
  const light = new Mesh(
    geometry,
    new ShaderMaterial({
      name: 'oath-light',
      vertexShader: oathVertex,
      fragmentShader: oathFragment,
      uniforms: { lamp, fade: shared.fade },
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
      side: 2,
    }),
  );
  light.name = 'oath-light';
  light.visible = false;
  const carving = new OathCarving(scene, theme);
  // The letters over the light on them.
  light.renderOrder = 1;
  carving.mesh.renderOrder = 2;
  const group = new Group();
  group.name = 'oath';
  group.position.set(STONE_X, ground, STONE_Z);
  group.rotation.y = STONE_TURN;
  group.add(stone, light, carving.mesh);
  for (const mesh of [stone, light]) mesh.matrixAutoUpdate = false;
  scene.add(group);
  group.updateMatrixWorld();
  const action: NonNullable<Interaction['action']> = {
    key: 'E',
    text: () => (state.view.get().mode === 'oath' ? 'close' : 'read'),
    run: () => dispatchView(state, { kind: 'toggle', mode: 'oath' }),
  };
  scene.interactions.register(stone, {
    reach: REACH,
    label: () => oathLabel(state.readings.soul.get(), state.now.get()),
    get action() {
      return currentValue(state.readings.soul.get()) === undefined ? undefined : action;
    },
  });
  scene.obstacles.set(group, [{ x: STONE_X, z: STONE_Z, radius: OBSTACLE }]);
  mounted = {
    scene,
    state,
    theme,
    group,
    stone,
    light,
    poolCount,
    carving,
    shared,
    lamp,
    color: new Color(),
    reading: undefined,
    look: oathLook(state.readings.soul.get()),
    bright: 0,
    read: 0,
    swayed: 0,
  };
  update(0, 0);
}

function follow(at: Mounted): void {
  const reading = at.state.readings.soul.get();
  if (reading === at.reading && !at.carving.isBlunt) return;
  at.reading = reading;
  at.look = oathLook(reading);
  at.color.set(at.theme.colors[at.look.color]);
  at.carving.draw(reading);
}

function shine(at: Mounted, delta: number): void {
  const { scene, state, look, light } = at;
  const open = state.view.get().mode === 'oath';
  const still = state.world.reducedMotion.get();
  at.bright += (look.light - at.bright) * (1 - Math.exp(-delta / EASE_SECONDS));
  at.read += ((open ? 1 : 0) - at.read) * (1 - Math.exp(-delta / READ_SECONDS));
  // At rest it is still, to the last bit, and the next swaying begins with more light.
  if (!open && at.read < STILL) at.read = at.swayed = 0;
  else at.swayed += delta;
  const share = 1 + at.read * (still ? CALM : SWAY * Math.sin((at.swayed / SWAY_SECONDS) * Math.PI * 2));
  at.lamp.value.copy(at.color).multiplyScalar(at.bright * share * lightShare(scene));
  light.visible = at.bright > 0.01;
  // At the lowest level the sheets of the cone cost more than they give: the pool on the ground stays.
  light.geometry.setDrawRange(0, scene.quality === 'lowest' ? at.poolCount : Infinity);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, shared, carving } = mounted;
  followFog(shared, scene);
  follow(mounted);
  shine(mounted, delta);
  const { x, z } = scene.camera.position;
  const { mesh } = carving;
  mesh.visible = Math.hypot(x - STONE_X, z - STONE_Z) < (mesh.visible ? FAR_METRES : NEAR_METRES);
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, group, stone, light, carving } = mounted;
  mounted = undefined;
  scene.interactions.unregister(stone);
  scene.obstacles.clear(group);
  group.removeFromParent();
  for (const { geometry, material } of [stone, light]) {
    geometry.dispose();
    material.dispose();
  }
  carving.dispose();
}

/** What is carved: the heading, then the lines. */
export const lines = (): readonly string[] =>
  mounted ? [mounted.carving.carving.title, ...mounted.carving.carving.lines] : [];
