import { Color, type Vector3 } from 'three';

/** Writes constants into a shader. three.js would compare and upload uniforms in every frame. */
export function glslConstants(values: Readonly<Record<string, number | Color | Readonly<Vector3>>>): string {
  return Object.entries(values)
    .map(([name, value]) =>
      typeof value === 'number'
        ? `const float ${name} = ${float(value)};`
        : `const vec3 ${name} = vec3(${(value instanceof Color ? [value.r, value.g, value.b] : [value.x, value.y, value.z]).map(float).join(', ')});`,
    )
    .join('\n');
}

const float = (value: number): string => value.toFixed(6);

/** The fragment shader of an opaque mesh whose vertex shader computes the colour. */
export const vertexColorFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  gl_FragColor = vec4(vColor, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
