const vector = (value: unknown): unknown =>
  Array.isArray(value) ? { x: value[0], y: value[1], z: value[2] } : value;

/** Converts `#f60`, `0xff6600` and the number 0xff6600 to `#ff6600`. */
const color = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(/^0x/, '#').replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
    : typeof value === 'number'
      ? `#${value.toString(16).padStart(6, '0')}`
      : value;

const forms: Readonly<Record<string, (value: unknown) => unknown>> = {
  color,
  position: vector,
  rotation: vector,
};

/**
 * Converts a record of an older registry to the format of `portalRecord`: null becomes absent, a list becomes
 * a vector, colours become hex.
 */
export const fromLegacy = (entry: unknown): unknown =>
  typeof entry === 'object' && entry
    ? Object.fromEntries(
        Object.entries(entry)
          .filter(([, value]) => value !== null)
          .map(([field, value]) => [field, forms[field]?.(value) ?? value]),
      )
    : entry;
