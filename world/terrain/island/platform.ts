import { type BufferGeometry, Color, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { Theme } from '../../../theme/theme.ts';
import type { SceneWeather } from '../../core/scene/weather.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { FacetBuilder } from '../../utils/geometry.ts';
import { seededRandom } from '../../utils/noise.ts';
import { glassFragment, glassVertex } from './glass.glsl.ts';
import { PLATFORM_RADIUS } from './height.ts';
import { KEY_DIRECTION, type TerrainUniforms, keyColor, snowColor, snowLight } from '../terrain-material.ts';

/** Panes along one side. */
const PANES = 7;
/** The thickness of the glass, in metres. */
const THICKNESS = 0.5;
/** The opacity of the lines: the accent colour at 15 % (docs/look.md). */
const LINE_OPACITY = 0.15;
/** The linear light that looks like this opacity. */
const LINE_LIGHT = LINE_OPACITY ** 1.4;
/** The distance from the centre to the middle of a side, in metres. */
export const APOTHEM = PLATFORM_RADIUS * Math.cos(Math.PI / 6);

/** A corner of the hexagon. The index counts clockwise from above, from the right front. */
const corner = (index: number, radius: number, y: number): Vector3 => {
  const angle = (index * Math.PI) / 3 + Math.PI / 6;
  return new Vector3(Math.cos(angle) * radius, y, Math.sin(angle) * radius);
};

/** A hexagon of triangular panes with slightly different tones, a lit bevel and a dark side. */
function platformGeometry(): BufferGeometry {
  const builder = new FacetBuilder();
  const random = seededRandom(14);
  const tone = new Color();
  const pane = (a: Vector3, b: Vector3, c: Vector3): void => {
    builder.triangle(a, b, c, tone.setScalar(0.72 + random() * 0.5));
  };
  const inner = PLATFORM_RADIUS - 0.07;
  for (let side = 0; side < 6; side++) {
    const u = corner(side, inner / PANES, 0);
    const v = corner(side + 1, inner / PANES, 0);
    const at = (i: number, j: number): Vector3 => new Vector3().addScaledVector(u, i).addScaledVector(v, j);
    for (let i = 0; i < PANES; i++)
      for (let j = 0; i + j < PANES; j++) {
        pane(at(i, j), at(i, j + 1), at(i + 1, j));
        if (i + j < PANES - 1) pane(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1));
      }
    const next = side + 1;
    const top = [corner(side, inner, 0), corner(next, inner, 0)] as const;
    const lip = [corner(side, PLATFORM_RADIUS, -0.03), corner(next, PLATFORM_RADIUS, -0.03)] as const;
    const foot = [
      corner(side, PLATFORM_RADIUS, -THICKNESS),
      corner(next, PLATFORM_RADIUS, -THICKNESS),
    ] as const;
    builder.quad(top[0], top[1], lip[1], lip[0], tone.setScalar(1.4), 0.24);
    builder.quad(lip[0], lip[1], foot[1], foot[0], tone.setScalar(0.5), 0.01);
  }
  return builder.build();
}

/** The distance between two parallel lines, in metres. */
export const LINE_SPACING = APOTHEM / PANES;

/** The platform as one mesh. Its material mirrors the sky's colours, which the weather changes. */
export function createPlatform(
  theme: Theme,
  shared: TerrainUniforms,
  weather: SceneWeather,
): Mesh<BufferGeometry, ShaderMaterial> {
  const { accent, glass } = theme.colors;
  const inVertex = glslConstants({
    KEY_DIRECTION,
    KEY_COLOR: keyColor(theme),
    GLASS_COLOR: new Color(glass).multiplyScalar(1.05),
    EDGE_COLOR: new Color(accent),
    SNOW_COLOR: snowColor(theme),
    SNOW_LIGHT: snowLight(theme),
  });
  const inFragment = glslConstants({
    LINE_COLOR: new Color(accent).multiplyScalar(LINE_LIGHT),
    LINE_SPACING,
    LINE_WIDTH: theme.lines.world / LINE_SPACING,
  });
  const material = new ShaderMaterial({
    name: 'glass',
    vertexShader: `${inVertex}\n${glassVertex}`,
    fragmentShader: `${inFragment}\n${glassFragment}`,
    uniforms: {
      fade: shared.fade,
      // The glass mirrors the sky.
      zenith: { value: weather.zenith },
      horizon: { value: weather.horizon },
      sun: shared.sun,
      lyingSnow: shared.lyingSnow,
      wet: weather.wet,
      sunLight: shared.sunLight,
    },
  });
  const mesh = new Mesh(platformGeometry(), material);
  makeStatic(mesh, 'platform');
  mesh.userData['zoomLabel'] = 'The platform';
  return mesh;
}
