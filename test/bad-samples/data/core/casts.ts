declare const x: unknown[];
declare const y: { z: unknown };
declare const n: number[];

export const a = x[0] as string; // expect: no-index-casts
export const b = (x[0]) as string; // expect: no-index-casts
export const c = x?.[0] as string; // expect: no-index-casts
export const d = <string>x[0]; // expect: no-index-casts
export const e = y['z'] as string; // expect: no-index-casts
export const f = n[0] as unknown as string; // expect: no-index-casts

export const g = y.z as string;
export const h = x[0] ?? 0;
export const i = x[0] satisfies unknown;
export const j = (x[0] ?? 0) as string;
