import { Color, type Vector3 } from 'three';

/**
 * Writes constants into the shader's text. As uniforms, three would compare and send them in every
 * frame for every material.
 */
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
