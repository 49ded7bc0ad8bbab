const vector = (value: unknown): unknown =>
  Array.isArray(value) ? { x: value[0], y: value[1], z: value[2] } : value;

/** `#f60`, `0xff6600` and that number as `#ff6600`. */
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
 * Converts a record of an older registry to the form of `portalRecord`: null means absent, a list
 * is a vector, colours are hex.
 */
export const fromLegacy = (entry: unknown): unknown =>
  typeof entry === 'object' && entry
    ? Object.fromEntries(
        Object.entries(entry)
          .filter(([, value]) => value !== null)
          .map(([field, value]) => [field, forms[field]?.(value) ?? value]),
      )
    : entry;
