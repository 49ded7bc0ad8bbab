/** Where a visit begins, and what it looks at first (docs/look.md). Metres. */
export const START = { x: 0, y: 1.7, z: 17 } as const;
export const START_LOOK = { x: 0, y: 2.4, z: 0 } as const;
