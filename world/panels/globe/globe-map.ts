import { type CanvasTexture, MathUtils, RepeatWrapping, type WebGLRenderer } from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import { canvasTexture } from '../../utils/drawing.ts';
import { landRings } from './land.ts';

/** Pixels along the equator, by quality level: at the upper ones coasts are sharp even from below. */
const PIXELS: Record<QualityLevel, number> = { lowest: 512, low: 1024, middle: 1024, highest: 1536 };
/** The distance between two lines of the graticule, and the width of such a line and of a coast. Degrees. */
const GRATICULE = 30;
const LINE = 0.34;
const COAST = 0.7;
/**
 * The height of the bands in which meridians are drawn, in degrees. Each band has another width on the map,
 * so that the width on the sphere is constant.
 */
const BAND = 5;
/** South of this latitude, a line only closes a ring along the pole and is not a coast. */
const POLE = -89.9;

/** The channels of the map. They contain data, not visible colours. */
const CHANNEL = { land: 'red', coast: 'lime', graticule: 'blue' } as const;

/** Parallels and meridians every `GRATICULE` degrees, in the blue channel. */
function graticule(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = CHANNEL.graticule;
  for (let latitude = -90 + GRATICULE; latitude < 90; latitude += GRATICULE)
    pen.fillRect(-180, latitude - LINE / 2, 360, LINE);
  for (let south = -90 + BAND; south < 90 - BAND; south += BAND) {
    const width = LINE / Math.cos(MathUtils.degToRad(south + BAND / 2));
    for (let longitude = -180; longitude <= 180; longitude += GRATICULE)
      pen.fillRect(longitude - width / 2, south, width, BAND);
  }
}

/** Land in the red channel and its coasts in the green one. */
function land(pen: CanvasRenderingContext2D): void {
  const areas = new Path2D();
  const coasts = new Path2D();
  for (const ring of landRings())
    // Rings that cross the date line continue at the other edge.
    for (const turn of [-360, 0, 360]) {
      let [lastX, lastY] = [(ring.at(-2) ?? 0) + turn, ring.at(-1) ?? 0];
      areas.moveTo(lastX, lastY);
      for (let i = 0; i < ring.length; i += 2) {
        const [x, y] = [(ring[i] ?? 0) + turn, ring[i + 1] ?? 0];
        areas.lineTo(x, y);
        if (y > POLE && lastY > POLE) {
          coasts.moveTo(lastX, lastY);
          coasts.lineTo(x, y);
        }
        [lastX, lastY] = [x, y];
      }
      areas.closePath();
    }
  pen.fillStyle = CHANNEL.land;
  pen.fill(areas, 'evenodd');
  pen.strokeStyle = CHANNEL.coast;
  pen.lineWidth = COAST;
  pen.lineJoin = 'round';
  pen.stroke(coasts);
}

/** Land, coasts and graticule as a map, one in each channel; longitude is horizontal, latitude vertical. */
export function globeMap(quality: QualityLevel, renderer: WebGLRenderer): CanvasTexture {
  const width = PIXELS[quality];
  const texture = canvasTexture(width, width / 2, (pen) => {
    pen.fillStyle = 'black';
    pen.fillRect(0, 0, width, width / 2);
    // From here on, coordinates are in degrees, with north up.
    pen.setTransform(width / 360, 0, 0, -width / 360, width / 2, width / 4);
    pen.globalCompositeOperation = 'lighter';
    graticule(pen);
    land(pen);
  });
  texture.wrapS = RepeatWrapping;
  // Anisotropic filtering, because the edge of the globe is seen at a flat angle.
  texture.anisotropy = Math.min(quality === 'lowest' ? 2 : 8, renderer.capabilities.getMaxAnisotropy());
  return texture;
}
