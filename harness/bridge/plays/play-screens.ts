import { type PictureType, typeAndSize } from '../../core/picture-size.ts';

/** Screenshots that the home keeps of each play. */
const KEPT_SCREENS = 2;

/** A picture from outside whose format was checked. */
export interface Picture {
  readonly bytes: Buffer;
  readonly type: PictureType;
}

/** The newest screenshots of one play. The picture of a number never changes, so browsers may cache it. */
export class PlayScreens {
  readonly #pictures = new Map<number, Picture>();
  #newest = -1;

  get(number: number): Picture | undefined {
    return this.#pictures.get(number);
  }

  /** False if the number has another picture, or is lower than the newest one. */
  add(number: number, picture: Picture): boolean {
    const known = this.#pictures.get(number);
    if (known) return known.bytes.equals(picture.bytes);
    if (number <= this.#newest) return false;
    this.#newest = number;
    this.#pictures.set(number, picture);
    for (const old of this.#pictures.keys())
      if (this.#pictures.size > KEPT_SCREENS) this.#pictures.delete(old);
    return true;
  }
}

/** The longest side of a screenshot in pixels: two screens of 4K side by side. */
export const MAX_SIDE = 7_680;

/**
 * Reads a picture. Its type comes from its first bytes and not from its sender. Undefined for other files,
 * and for a size that would use up the memory of a browser.
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  const known = typeAndSize(bytes);
  const isShowable =
    known !== undefined && [known.width, known.height].every((side) => side >= 1 && side <= MAX_SIDE);
  return isShowable ? { bytes, type: known.type } : undefined;
}
