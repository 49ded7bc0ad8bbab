import { MathUtils, type PerspectiveCamera, Vector2, type WebGLRenderer } from 'three';

/** The height of the header over the picture. CSS pixels. */
export const HEADER_PIXELS = 60;
/** In a window lower than this, some things have to be behind the header or the hint. CSS pixels. */
const MIN_HEIGHT = 360;

/** The share of a picture of that height that those CSS pixels at its edge are. */
export const coveredShare = (covered: number, height: number): number =>
  covered / Math.max(height, MIN_HEIGHT);

/**
 * How much of the picture's half is free, as a tangent: `half` is the tangent of half the angle of view, `covered`
 * the CSS pixels at its edge that something covers, and `height` those of the whole picture.
 */
export const freeHalf = (half: number, covered: number, height: number): number =>
  half * (1 - 2 * coveredShare(covered, height));

/** Something that is shown whole fills this share of the picture's width. */
const MAX_WIDTH_SHARE = 0.92;

/** The distance from which something of this width fills at most a share of the picture's width. Metres; `fov` in degrees. */
export const metresToShow = (
  width: number,
  { fov, aspect }: { readonly fov: number; readonly aspect: number },
  share = MAX_WIDTH_SHARE,
): number => width / (2 * Math.tan(MathUtils.degToRad(fov) / 2) * aspect * share);

/** Today, and the space around it, at the left of a picture that is wide enough. CSS pixels. */
const TODAY_PIXELS = 344;
const MIN_WIDTH_WITH_TODAY = 900;
/** What is read becomes no smaller than this beside Today. */
const MIN_WIDTH_SHARE = 0.4;

/** The share of the width that is free in the middle of a picture with Today. */
export const shareBesideToday = ({ aspect, height }: PictureShape): number =>
  aspect * height < MIN_WIDTH_WITH_TODAY
    ? MAX_WIDTH_SHARE
    : Math.max(MIN_WIDTH_SHARE, 1 - (2 * TODAY_PIXELS) / (aspect * height));

const size = new Vector2();

interface Rendering {
  readonly camera: PerspectiveCamera;
  readonly renderer: WebGLRenderer;
}

/** The shape of the picture. It decides how far away the camera must be to show something whole. */
export class PictureShape {
  /** The angle of view of the picture's height. Degrees. */
  fov = NaN;
  /** Its width by its height. */
  aspect = NaN;
  /** CSS pixels. */
  height = NaN;

  /** Takes over the shape that the picture has now; true if it has changed. */
  follow({ camera, renderer }: Rendering): boolean {
    const { fov, aspect } = camera;
    const height = renderer.getSize(size).y;
    if (fov === this.fov && aspect === this.aspect && height === this.height) return false;
    this.fov = fov;
    this.aspect = aspect;
    this.height = height;
    return true;
  }
}
