import {
  BackSide,
  type BufferGeometry,
  Color,
  type DataTexture,
  FogExp2,
  Mesh,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { skyRings } from '../../utils/sky-rings.ts';
import { Atmosphere } from '../weather/atmosphere.ts';
import { cloudNoise } from '../weather/cloud-noise.ts';
import { Lightning } from '../weather/lightning.ts';
import { skyFragment, skyVertex } from './sky.glsl.ts';

/** Fine enough to carry clouds at its corners, where they are not painted per pixel. */
const SECTORS = 80;
/** Degrees of elevation of the dome's rings: close together where the glow is. */
const RINGS = [-90, -12, -4, 0, 1.5, 3, 5, 7, 9, 11.5, 14, 17, 20, 23.5, 27, 31, 36, 42, 49, 58, 72, 90];

/** From the overview the eye is twice as far from everything: it would all fade. */
const CLEARER_FROM_ABOVE = 0.55;

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly air: Atmosphere;
  readonly noise: DataTexture;
  readonly lightning: Lightning;
  /** The shader's: share of the sky hidden, darkness, drift; and which way lightning is, and how bright. */
  readonly deck: Vector3;
  readonly flash: Vector3;
  /** The scene's fog as it was found; given back as it was. */
  readonly fogColor: Color;
  readonly fogDensity: number;
  quality: QualityLevel | undefined;
}

let mounted: Mounted | undefined;

/** The night sky: dark above, a pale glow along the horizon, tinted by the weather; and the air that distance fades into. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const air = new Atmosphere(theme);
  const noise = cloudNoise();
  const deck = new Vector3();
  const flash = new Vector3();
  const constants = glslConstants({ FLASH_COLOR: new Color(theme.colors.lightning) });
  const material = new ShaderMaterial({
    name: 'sky',
    vertexShader: `${constants}\n${skyVertex}`,
    fragmentShader: `${constants}\n${skyFragment}`,
    uniforms: {
      zenith: { value: air.zenith },
      horizon: { value: air.horizon },
      cloudColor: { value: air.cloud },
      noise: { value: noise },
      deck: { value: deck },
      flash: { value: flash },
    },
    side: BackSide,
    depthWrite: false,
  });
  const mesh = new Mesh(skyRings(RINGS, SECTORS), material);
  mesh.name = 'sky';
  mesh.frustumCulled = false;
  // After everything solid: only the pixels still free are painted.
  mesh.renderOrder = 900;
  mesh.matrixAutoUpdate = false;
  scene.add(mesh);
  const fog = scene.fog instanceof FogExp2 ? scene.fog : undefined;
  mounted = {
    scene,
    state,
    mesh,
    air,
    noise,
    lightning: new Lightning(),
    deck,
    flash,
    fogColor: fog ? fog.color.clone() : new Color(theme.colors.background),
    fogDensity: fog?.density ?? 0,
    quality: undefined,
  };
  update(0, 0);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state, mesh, air, lightning, deck, flash, fogDensity } = mounted;
  const { fog } = scene;
  const still = state.world.reducedMotion.get();
  air.update(state, delta);
  // The same dice as the sea of clouds casts: both light up at once.
  lightning.update(delta, still ? 0 : air.lightning);
  const away = Math.hypot(lightning.x, lightning.z) || 1;
  flash.set(lightning.x / away, lightning.z / away, lightning.glow);
  deck.set(air.deck, air.dark, still ? deck.z : deck.z + delta * air.speed);
  if (fog instanceof FogExp2) {
    fog.density = fogDensity * air.fog * (1 - CLEARER_FROM_ABOVE * scene.overview);
    fog.color.copy(air.fade);
  }
  if (mounted.quality !== scene.quality) {
    mounted.quality = scene.quality;
    const { material } = mesh;
    if (scene.quality === 'lowest') material.defines['PER_CORNER'] = '';
    else delete material.defines['PER_CORNER'];
    material.needsUpdate = true;
  }
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, mesh, noise, fogColor, fogDensity } = mounted;
  mounted = undefined;
  scene.remove(mesh);
  mesh.geometry.dispose();
  mesh.material.dispose();
  noise.dispose();
  if (scene.fog instanceof FogExp2) {
    scene.fog.density = fogDensity;
    scene.fog.color.copy(fogColor);
  }
}

/** The lightning in the clouds: who hears the thunder asks where it struck. */
export const lightningNow = (): Readonly<Lightning> | undefined => mounted?.lightning;
