/** Fields that decide what a portal is and who may enter: a record in which one of them is wrong is refused. */
const ESSENTIAL = new Set([
  'id',
  'name',
  'description',
  'status',
  'destination',
  'access_mode',
  'readiness_state',
]);

/** Whether a record can be shown without this field. */
export const isSpare = (field: string): boolean => !ESSENTIAL.has(field);

/** `#f60`, `ff6600`, `0xff6600`, `#ff6600ff` and the number 0xff6600, as `#ff6600`; anything else as it is. */
function hexColor(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1 << 24)
    return `#${value.toString(16).padStart(6, '0')}`;
  if (typeof value !== 'string') return value;
  const digits = value.trim().replace(/^(?:#|0x)/i, '');
  if (/^[0-9a-f]{3}$/i.test(digits)) return `#${digits.replace(/./g, '$&$&')}`;
  return /^[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.test(digits) ? `#${digits.slice(0, 6)}` : value;
}

/** A list of three numbers as an object of x, y and z. */
const vectorOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 3 ? { x: value[0], y: value[1], z: value[2] } : value;

/** A record as older registries write it, in the form of `portalRecord`: null means absent, a list is a vector, colours are hex. */
export function fromLegacy(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  const fields = Object.entries(entry).filter(([field, value]) => value !== null || !isSpare(field));
  return Object.fromEntries(
    fields.map(([field, value]) => {
      if (field === 'color') return [field, hexColor(value)];
      return [field, field === 'position' || field === 'rotation' ? vectorOf(value) : value];
    }),
  );
}
