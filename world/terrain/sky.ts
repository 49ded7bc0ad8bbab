import {
  BackSide,
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  FogExp2,
  Mesh,
  ShaderMaterial,
} from 'three';
import type { QualityLevel, State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene.ts';
import { Atmosphere } from './atmosphere.ts';
import { skyFragment, skyVertex } from './sky.glsl.ts';

const SECTORS = 32;
/** Degrees of elevation of the dome's rings: close together where the glow is. */
const RINGS = [-90, -12, -4, 0, 1.5, 3, 5, 7.5, 10.5, 14, 18, 23, 29, 37, 48, 65, 90];

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly air: Atmosphere;
  readonly night: Color;
  /** The scene's fog as it was found; given back as it was. */
  readonly fogColor: Color;
  readonly fogDensity: number;
  quality: QualityLevel | undefined;
}

let mounted: Mounted | undefined;

function dome(): BufferGeometry {
  const positions: number[] = [];
  const index: number[] = [];
  for (const degrees of RINGS) {
    const elevation = (degrees * Math.PI) / 180;
    for (let s = 0; s <= SECTORS; s++) {
      const around = (s / SECTORS) * Math.PI * 2;
      const flat = Math.cos(elevation) * 10;
      positions.push(Math.cos(around) * flat, Math.sin(elevation) * 10, Math.sin(around) * flat);
    }
  }
  for (let r = 0; r + 1 < RINGS.length; r++)
    for (let s = 0; s < SECTORS; s++) {
      const a = r * (SECTORS + 1) + s;
      const b = a + SECTORS + 1;
      index.push(a, b, a + 1, a + 1, b, b + 1);
    }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setIndex(index);
}

/** The night sky: dark above, a pale glow along the horizon, tinted by the weather; and the air that distance fades into. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const air = new Atmosphere(theme);
  const material = new ShaderMaterial({
    name: 'sky',
    vertexShader: skyVertex,
    fragmentShader: skyFragment,
    uniforms: { zenith: { value: air.zenith }, horizon: { value: air.horizon } },
    side: BackSide,
    depthWrite: false,
  });
  const mesh = new Mesh(dome(), material);
  mesh.name = 'sky';
  mesh.frustumCulled = false;
  // After everything solid: only the pixels still free are painted.
  mesh.renderOrder = 900;
  mesh.matrixAutoUpdate = false;
  scene.add(mesh);
  const night = new Color(theme.colors.background);
  const fog = scene.fog instanceof FogExp2 ? scene.fog : undefined;
  mounted = {
    scene,
    state,
    mesh,
    air,
    night,
    fogColor: fog ? fog.color.clone() : night,
    fogDensity: fog?.density ?? 0,
    quality: undefined,
  };
  update(0, 0);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state, mesh, air, night, fogDensity } = mounted;
  const { fog } = scene;
  air.update(state, delta);
  if (fog instanceof FogExp2) {
    fog.density = fogDensity * air.fog;
    // What fades, fades towards the glow it stands in front of, not into a hole.
    fog.color.lerpColors(night, air.horizon, 0.42);
  }
  if (mounted.quality !== scene.quality) {
    mounted.quality = scene.quality;
    const { material } = mesh;
    if (scene.quality === 'lowest') delete material.defines['DITHER'];
    else material.defines['DITHER'] = '';
    material.needsUpdate = true;
  }
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, mesh, fogColor, fogDensity } = mounted;
  mounted = undefined;
  scene.remove(mesh);
  mesh.geometry.dispose();
  mesh.material.dispose();
  if (scene.fog instanceof FogExp2) {
    scene.fog.density = fogDensity;
    scene.fog.color.copy(fogColor);
  }
}
