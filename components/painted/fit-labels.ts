/** A rectangle in CSS pixels. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A label, and the thing in the picture to which it belongs. */
export interface Label {
  readonly width: number;
  readonly height: number;
  /** The box of the thing. */
  readonly thing: Rect;
  /** Where the label stands best: on the middle of the thing, above or below it. */
  readonly side: 'on' | 'above' | 'below';
}

/** The smallest distance between two labels. */
const GAP = 4;
/** The moves from its best place that are tried for a label, in multiples of its height. */
const STEPS = [0, -0.5, 0.5, -1, 1, -1.5, 1.5] as const;

const overlaps = (a: Rect, b: Rect, gap: number): boolean =>
  a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;

/**
 * Returns the box of a label at its best place, moved down by `steps` times its height. At the left and right
 * the box does not leave `free`.
 */
function boxAt({ width, height, thing, side }: Label, steps: number, free: Rect): Rect {
  const middle = (thing.left + thing.right) / 2;
  const left = Math.min(Math.max(middle - width / 2, free.left), free.right - width);
  const best =
    side === 'above'
      ? thing.top - height
      : side === 'below'
        ? thing.bottom
        : (thing.top + thing.bottom) / 2 - height / 2;
  const top = best + steps * height;
  return { left, top, right: left + width, bottom: top + height };
}

/** The upper left corner of each label; undefined for a label without a place. */
export type Places = readonly (Pick<Rect, 'left' | 'top'> | undefined)[];

/**
 * Places labels on the things of a picture, in the order of the list: each inside `free`, on none of the
 * `taken` boxes and on no other label. A label whose thing is not in `free` has no place.
 */
export function fitLabels(labels: readonly Label[], free: Rect, taken: readonly Rect[] = []): Places {
  const full: Rect[] = [];
  return labels.map((label) => {
    const { thing } = label;
    const middle = { x: (thing.left + thing.right) / 2, y: (thing.top + thing.bottom) / 2 };
    if (middle.x < free.left || middle.x > free.right || middle.y < free.top || middle.y > free.bottom)
      return undefined;
    for (const steps of STEPS) {
      const box = boxAt(label, steps, free);
      const isInside =
        box.left >= free.left && box.top >= free.top && box.right <= free.right && box.bottom <= free.bottom;
      if (!isInside) continue;
      if (taken.some((one) => overlaps(one, box, GAP)) || full.some((one) => overlaps(one, box, GAP)))
        continue;
      full.push(box);
      return { left: box.left, top: box.top };
    }
    return undefined;
  });
}

/** Returns a rectangle with the same middle and larger edges. */
export function grown({ left, top, right, bottom }: Rect, scale: number): Rect {
  const [x, y] = [((right - left) * (scale - 1)) / 2, ((bottom - top) * (scale - 1)) / 2];
  return { left: left - x, top: top - y, right: right + x, bottom: bottom + y };
}

/**
 * Returns the box in the window of a part of a picture, if the picture covers `whole` (`object-fit: cover`).
 * The part is given in fractions of the picture.
 */
export function coveredBox(
  [left, top, right, bottom]: readonly [number, number, number, number],
  picture: { readonly width: number; readonly height: number },
  whole: Rect,
): Rect {
  const [wide, high] = [whole.right - whole.left, whole.bottom - whole.top];
  const scale = Math.max(wide / picture.width, high / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const [x, y] = [whole.left + (wide - width) / 2, whole.top + (high - height) / 2];
  return {
    left: x + left * width,
    top: y + top * height,
    right: x + right * width,
    bottom: y + bottom * height,
  };
}
