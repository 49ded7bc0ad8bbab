import type { Picture } from '../../bridge/plays/play-screens.ts';
import { typeAndSize } from '../../core/picture-size.ts';

/** The longest side of a screenshot in pixels: two screens of 4K side by side. */
export const MAX_SIDE = 7_680;

/**
 * A picture as its first bytes say, whatever its sender calls it; undefined for anything else, and for a size that
 * would use up the memory of a browser.
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  const known = typeAndSize(bytes);
  const isShowable =
    known !== undefined && [known.width, known.height].every((side) => side >= 1 && side <= MAX_SIDE);
  return isShowable ? { bytes, type: known.type } : undefined;
}
