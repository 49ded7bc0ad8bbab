import { BufferGeometry, Color, Float32BufferAttribute, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { KEY_DIRECTION } from '../terrain-material.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { cloudFragment, cloudVertex } from './clouds.glsl.ts';

/** The approximate height of the nearest clouds' tops. */
const CLOUD_HEIGHT = -20;
/** The vertices around and outwards: enough for the clouds near the island. */
const SECTORS = 144;
const RINGS = 46;
/** The surface begins under the island, where its hole is hidden, and ends before the far plane. */
const INNER_METRES = 6;
const OUTER_METRES = 585;
/** The maximum density of mist above the sea, per metre, for exponential squared mist. */
const MIST_DENSITY = 0.019;
/** The darkening of the sea in the overview, where it would be brighter than the island. */
const DARKER_FROM_ABOVE = 0.45;

/** A disc of rings with increasing distances, so that facets have about the same size on the screen. */
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

/** The sea of clouds, to the horizon: cover, colour, speed and lightning come from the weather reading. */
export const { init, update, dispose } = defineModule((scene, _state, theme, disposables) => {
  const { weather } = scene;
  const constants = glslConstants({
    KEY_DIRECTION,
    KEY_COLOR: new Color(theme.colors.keyLight),
    FLASH_COLOR: new Color(theme.colors.lightning),
  });
  const uniforms = {
    noise: weather.cloudNoise,
    drift: { value: 0 },
    cover: { value: 0 },
    horizon: { value: weather.horizon },
    zenith: { value: weather.zenith },
    sun: { value: weather.sun },
    sunLight: { value: weather.sunLight },
    cloudColor: { value: new Color() },
    flash: { value: new Vector3() },
    mist: { value: 0 },
  };
  const material = disposables.use(
    new ShaderMaterial({
      name: 'clouds',
      vertexShader: `${constants}\n${cloudVertex}`,
      fragmentShader: cloudFragment,
      uniforms,
    }),
  );
  const mesh = new Mesh(disposables.use(sheet()), material);
  // After the island and before the sky, so that hidden pixels are not computed.
  makeStatic(mesh, 'clouds', 800);
  // The shader shapes the clouds, so a ray would hit the flat surface.
  mesh.raycast = () => undefined;
  disposables.add(scene, mesh);

  let quality: QualityLevel | undefined;
  const follow = (): void => {
    const { x, z, glow } = weather.lightning;
    uniforms.cloudColor.value
      .copy(weather.cloud)
      .multiplyScalar(1 - DARKER_FROM_ABOVE * scene.frame.overview);
    uniforms.drift.value = weather.deck.z;
    uniforms.cover.value = weather.cover;
    uniforms.flash.value.set(x, z, glow);
    uniforms.mist.value = weather.mist * MIST_DENSITY;
    if (quality === scene.frame.quality) return;
    quality = scene.frame.quality;
    if (quality === 'lowest') delete material.defines['WISPS'];
    else material.defines['WISPS'] = '';
    material.needsUpdate = true;
  };
  follow();
  return { update: follow };
});
