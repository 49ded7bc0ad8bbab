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

/** The part of an area that is on the screen; undefined where none is. */
export function onScreen(area: Area, screen: Area): Area | undefined {
  const x = Math.max(area.x, screen.x);
  const y = Math.max(area.y, screen.y);
  const width = Math.min(area.x + area.width, screen.x + screen.width) - x;
  const height = Math.min(area.y + area.height, screen.y + screen.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
