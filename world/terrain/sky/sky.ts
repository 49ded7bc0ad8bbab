import { BackSide, Color, FogExp2, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { skyRings } from '../../utils/sky-rings.ts';
import { skyFragment, skyVertex } from './sky.glsl.ts';

/** Enough vertices for clouds that are computed per vertex at the lowest quality level. */
const SECTORS = 80;
/** The elevations of the dome's rings in degrees: close together at the glow. */
const RINGS = [-90, -12, -4, 0, 1.5, 3, 5, 7, 9, 11.5, 14, 17, 20, 23.5, 27, 31, 36, 42, 49, 58, 72, 90];

/** A factor of the fog density in the overview, where the camera is twice as far from everything. */
const CLEARER_FROM_ABOVE = 0.55;

/**
 * The night sky: dark above, a pale glow along the horizon, coloured by the weather and the hour. It also
 * sets the scene's fog, which is restored at the end.
 */
export const { init, update, dispose } = defineModule((scene, _state, theme, disposables) => {
  const { weather } = scene;
  /** A uniform: the direction (x, z) of lightning, and its brightness. */
  const flash = new Vector3();
  const constants = glslConstants({ FLASH_COLOR: new Color(theme.colors.lightning) });
  const material = disposables.use(
    new ShaderMaterial({
      name: 'sky',
      vertexShader: `${constants}\n${skyVertex}`,
      fragmentShader: `${constants}\n${skyFragment}`,
      uniforms: {
        zenith: { value: weather.zenith },
        horizon: { value: weather.horizon },
        sun: { value: weather.sun },
        sunLight: { value: weather.sunLight },
        cloudColor: { value: weather.cloud },
        noise: weather.cloudNoise,
        deck: { value: weather.deck },
        flash: { value: flash },
      },
      side: BackSide,
      depthWrite: false,
    }),
  );
  const mesh = new Mesh(disposables.use(skyRings(RINGS, SECTORS)), material);
  // Drawn after all opaque objects, so that only the remaining pixels are computed.
  makeStatic(mesh, 'sky', 900);
  disposables.add(scene, mesh);

  const fog = scene.fog instanceof FogExp2 ? scene.fog : undefined;
  const clearDensity = fog?.density ?? 0;
  if (fog) {
    const clearColor = fog.color.clone();
    disposables.defer(() => {
      fog.density = clearDensity;
      fog.color.copy(clearColor);
    });
  }

  let quality: QualityLevel | undefined;
  const follow = (): void => {
    const { x, z, glow } = weather.lightning;
    const distance = Math.hypot(x, z) || 1;
    flash.set(x / distance, z / distance, glow);
    if (fog) {
      fog.density = clearDensity * weather.fogDensity * (1 - CLEARER_FROM_ABOVE * scene.frame.overview);
      fog.color.copy(weather.fog);
    }
    if (quality === scene.frame.quality) return;
    quality = scene.frame.quality;
    if (quality === 'lowest') material.defines['PER_CORNER'] = '';
    else delete material.defines['PER_CORNER'];
    material.needsUpdate = true;
  };
  follow();
  return { update: follow };
});
