import { MathUtils, type PerspectiveCamera, Vector2, type WebGLRenderer } from 'three';

/** The height of the header over the picture. CSS pixels. */
export const HEADER_PIXELS = 60;
/** In a window lower than this, the header or the hint may cover objects. CSS pixels. */
const MIN_HEIGHT = 360;

/** The share of the picture's height that is covered. `covered` and `height` are in CSS pixels. */
export const coveredShare = (covered: number, height: number): number =>
  covered / Math.max(height, MIN_HEIGHT);

/**
 * The tangent of the angle from the middle of the picture to the place where the covered part begins. `half`:
 * the tangent of half the field of view. `covered`: the CSS pixels that are covered at the edge. `height`:
 * the height of the picture in CSS pixels.
 */
export const freeHalf = (half: number, covered: number, height: number): number =>
  half * (1 - 2 * coveredShare(covered, height));

/** An object that must be completely visible fills at most this share of the picture's width. */
const MAX_WIDTH_SHARE = 0.92;

/** The distance at which an object of this width fills a share of the picture. Metres; `fov` in degrees. */
export const metresToShow = (
  width: number,
  { fov, aspect }: { readonly fov: number; readonly aspect: number },
  share = MAX_WIDTH_SHARE,
): number => width / (2 * Math.tan(MathUtils.degToRad(fov) / 2) * aspect * share);

/** The width of the panel Today with its margins, at the left of a wide picture. CSS pixels. */
const TODAY_PIXELS = 344;
const MIN_WIDTH_WITH_TODAY = 900;
/** The smallest share of the width for an object beside Today, so that its text stays readable. */
const MIN_WIDTH_SHARE = 0.4;

/** Where the part of a wide picture begins that Today does not cover, from −1 (left) to 1; −1 in a narrow one. */
export const edgeOfToday = ({ aspect, height }: PictureSize): number =>
  aspect * height < MIN_WIDTH_WITH_TODAY ? -1 : (2 * TODAY_PIXELS) / (aspect * height) - 1;

/** The share of the width for a centred object that Today does not cover. */
export const shareBesideToday = (shape: PictureSize): number =>
  Math.max(MIN_WIDTH_SHARE, Math.min(MAX_WIDTH_SHARE, -edgeOfToday(shape)));

const size = new Vector2();

type PictureSize = Pick<PictureShape, 'aspect' | 'height'>;

interface Rendering {
  readonly camera: PerspectiveCamera;
  readonly renderer: WebGLRenderer;
}

/** The shape of the picture. It determines the distance at which an object is completely visible. */
export class PictureShape {
  /** The vertical field of view. Degrees. */
  fov = NaN;
  /** Width divided by height. */
  aspect = NaN;
  /** The height in CSS pixels. */
  height = NaN;

  /** Reads the current shape of the picture; true if it has changed. */
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
