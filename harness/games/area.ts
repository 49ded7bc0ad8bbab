/** Rectangles and points in pixels, of a screen or of a picture. */

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const contains = ({ x, y, width, height }: Area, point: Point): boolean =>
  point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;

/** The part of an area that is on the screen; undefined if no part is. */
export function onScreen(area: Area, screen: Area): Area | undefined {
  const x = Math.max(area.x, screen.x);
  const y = Math.max(area.y, screen.y);
  const width = Math.min(area.x + area.width, screen.x + screen.width) - x;
  const height = Math.min(area.y + area.height, screen.y + screen.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** The area that a screenshot shows, in the server’s pixels. The model and the log use fractions of it. */
export interface Space {
  readonly shown: Area;
  /** The screens, if they are known. A window may reach beyond them. */
  readonly screens: readonly Area[];
}

/**
 * The pointer stays this many pixels away from the corners of a screen: in a corner, pyautogui stops the
 * program.
 */
const CORNER = 2;

const along = (fraction: number, start: number, length: number): number =>
  start + Math.min(length - 1, Math.floor(fraction * length));

/** The pixel of a point that is given as fractions of the screenshot. */
const pixelOf = ({ x, y }: Point, { x: left, y: top, width, height }: Area): Point => ({
  x: along(x, left, width),
  y: along(y, top, height),
});

/** Moves a pixel to the left or right if it is in a corner of the screen. */
function outOfCorner(point: Point, { x, y, width, height }: Area): Point {
  const right = x + width - 1;
  const bottom = y + height - 1;
  const fromSide = Math.min(point.x - x, right - point.x);
  const fromEdge = Math.min(point.y - y, bottom - point.y);
  if (fromSide >= CORNER || fromEdge >= CORNER || width <= 2 * CORNER) return point;
  return { x: point.x - x < right - point.x ? x + CORNER : right - CORNER, y: point.y };
}

/** The target of the server’s pointer, or a text that says why the point is refused. */
export function targetOf(point: Point, { shown, screens }: Space): Point | string {
  if (![point.x, point.y].every((value) => value >= 0 && value <= 1))
    return 'the point is outside the screenshot';
  const pixel = pixelOf(point, shown);
  if (screens.length === 0) return pixel;
  const screen = screens.find((area) => contains(area, pixel));
  return screen
    ? outOfCorner(pixel, screen)
    : 'the point is outside the screen: the window reaches beyond it';
}
