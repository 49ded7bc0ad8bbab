import {
  BufferGeometry,
  Color,
  type DataTexture,
  Float32BufferAttribute,
  Mesh,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { Atmosphere } from './atmosphere.ts';
import { cloudNoise } from './cloud-noise.ts';
import { cloudFragment, cloudVertex } from './clouds.glsl.ts';
import { KEY_DIRECTION } from '../terrain-material.ts';
import { Lightning } from './lightning.ts';

/** The tops of the nearest billows reach up to about this height. */
const CLOUD_HEIGHT = -20;
const SECTORS = 144;
const RINGS = 46;
const INNER_METRES = 6;
const OUTER_METRES = 585;
/** Of the mist over the sea at its thickest, for each metre, squared as fog is. */
const MIST_DENSITY = 0.019;
/** From above the sea fills most of the picture: it would outshine the island. */
const DARKER_FROM_ABOVE = 0.45;

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly noise: DataTexture;
  readonly air: Atmosphere;
  readonly lightning: Lightning;
  quality: QualityLevel | undefined;
}

let mounted: Mounted | undefined;

/** A disc of rings that widen outwards, so that facets are about the same size on the screen. */
function sheet(): BufferGeometry {
  const positions: number[] = [];
  const index: number[] = [];
  const growth = (OUTER_METRES / INNER_METRES) ** (1 / (RINGS - 1));
  for (let r = 0; r < RINGS; r++) {
    const radius = INNER_METRES * growth ** r;
    for (let s = 0; s < SECTORS; s++) {
      const around = ((s + (r % 2) * 0.5) / SECTORS) * Math.PI * 2;
      positions.push(Math.cos(around) * radius, CLOUD_HEIGHT, Math.sin(around) * radius);
    }
  }
  for (let r = 0; r + 1 < RINGS; r++)
    for (let s = 0; s < SECTORS; s++) {
      const next = (s + 1) % SECTORS;
      const [a, b] = [r * SECTORS + s, r * SECTORS + next];
      const [c, d] = [a + SECTORS, b + SECTORS];
      if (r % 2 === 0) index.push(a, b, c, b, d, c);
      else index.push(a, b, d, a, d, c);
    }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setIndex(index);
}

/** The sea of clouds below the island, to the horizon: cover, colour, speed and lightning are the weather reading's. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const air = new Atmosphere(theme);
  const noise = cloudNoise();
  const constants = glslConstants({
    KEY_DIRECTION,
    KEY_COLOR: new Color(theme.colors.keyLight),
    FLASH_COLOR: new Color(theme.colors.lightning),
  });
  const material = new ShaderMaterial({
    name: 'clouds',
    vertexShader: `${constants}\n${cloudVertex}`,
    fragmentShader: cloudFragment,
    uniforms: {
      noise: { value: noise },
      drift: { value: 0 },
      cover: { value: 0 },
      horizon: { value: air.horizon },
      zenith: { value: air.zenith },
      cloudColor: { value: air.cloud.clone() },
      flash: { value: new Vector3() },
      mist: { value: 0 },
    },
  });
  const mesh = new Mesh(sheet(), material);
  mesh.name = 'clouds';
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  // The shader shapes them: a ray would meet the flat sheet.
  mesh.raycast = () => undefined;
  // After the island, before the sky: what the island hides is not painted.
  mesh.renderOrder = 800;
  scene.add(mesh);
  mounted = { scene, state, mesh, noise, air, lightning: new Lightning(), quality: undefined };
  update(0, 0);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state, mesh, air, lightning } = mounted;
  const still = state.world.reducedMotion.get();
  air.update(state, delta);
  lightning.update(delta, still ? 0 : air.lightning);
  const { uniforms } = mesh.material;
  const { cloudColor, drift, cover, flash, mist } = uniforms;
  if (cloudColor)
    (cloudColor.value as Color).copy(air.cloud).multiplyScalar(1 - DARKER_FROM_ABOVE * scene.overview);
  if (drift && !still) drift.value += delta * air.speed;
  if (cover) cover.value = air.cover;
  if (flash) (flash.value as Vector3).set(lightning.x, lightning.z, lightning.glow);
  if (mist) mist.value = air.mist * MIST_DENSITY;
  if (mounted.quality !== scene.quality) {
    mounted.quality = scene.quality;
    const { material } = mesh;
    if (scene.quality === 'lowest') delete material.defines['WISPS'];
    else material.defines['WISPS'] = '';
    material.needsUpdate = true;
  }
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, mesh, noise } = mounted;
  mounted = undefined;
  scene.remove(mesh);
  mesh.geometry.dispose();
  mesh.material.dispose();
  noise.dispose();
}
