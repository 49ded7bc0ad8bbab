import { BufferGeometry, CanvasTexture, Color, Float32BufferAttribute, Vector3 } from 'three';
import type { AgentActivity } from '../../../data/readings/records.ts';
import type { ColorName, Theme } from '../../../theme/theme.ts';
import { seededRandom } from '../../utils/noise.ts';
import { directionOf, fitLine } from '../../utils/text.ts';
import { type FigurePoint, figureOf, skyPlaces } from './constellation-figure.ts';

/** An agent in the sky, and the index of its place. */
export interface PlacedAgent {
  readonly name: string;
  readonly status: AgentActivity['status'];
  readonly place: number;
}

/** How an agent's status is drawn. Brightness is added to the sky's, so it may exceed 1. */
interface Look {
  readonly color: ColorName;
  /** Radius of a star with its glow, in degrees. */
  readonly size: number;
  readonly star: number;
  readonly line: number;
  readonly name: number;
}

/** Each status has a colour, and a shape: working is large and pulses, dead has broken lines. */
const looks: Readonly<Record<AgentActivity['status'], Look>> = {
  working: { color: 'agentWorking', size: 1.05, star: 1.5, line: 0.2, name: 0.62 },
  idle: { color: 'agentIdleText', size: 0.9, star: 0.85, line: 0.11, name: 0.3 },
  dormant: { color: 'agentDormantText', size: 0.75, star: 0.36, line: 0.05, name: 0.14 },
  dead: { color: 'agentDeadText', size: 0.75, star: 0.36, line: 0.09, name: 0.14 },
};

const DEGREE = Math.PI / 180;
/** Any distance beyond the near plane, because the sky is drawn behind everything. */
const RADIUS = 10;
/** Half the width of a line. */
const LINE_DEGREES = 0.075;
/** The gap between a line's end and its star. */
const GAP_DEGREES = 0.55;
/** The size of a name's cell, its distance below the figure, and the size of its letters. Degrees. */
const NAME_DEGREES = { width: 12, height: 1.5, below: 1.5, letters: 1.12 } as const;
const CELL = { width: 384, height: 48 } as const;
/** The value of `part.z` for names (`constellations.glsl.ts`). */
const NAME_KIND = 3;

/** The unit vector of an azimuth (clockwise from −z) and an elevation, both in degrees. */
export function skyDirection(azimuth: number, elevation: number, into: Vector3): Vector3 {
  const flat = Math.cos(elevation * DEGREE);
  return into.set(
    Math.sin(azimuth * DEGREE) * flat,
    Math.sin(elevation * DEGREE),
    -Math.cos(azimuth * DEGREE) * flat,
  );
}

/** Scratch vectors of `SkyBuilder`: the centre of the figure being built and its axes. */
const middle = new Vector3();
const right = new Vector3();
const up = new Vector3();
const corner = new Vector3();
const color = new Color();

/** Collects the quads of all figures into one indexed geometry. */
class SkyBuilder {
  readonly #positions: number[] = [];
  readonly #parts: number[] = [];
  readonly #lights: number[] = [];
  readonly #index: number[] = [];

  /**
   * `corners`: in degrees on the figure's map, counter-clockwise from the lower left. `parts`: u and v of two
   * opposite corners.
   */
  quad(
    corners: readonly FigurePoint[],
    [u0, v0, u1, v1]: readonly [number, number, number, number],
    kind: number,
    brightness: number,
    phase: number,
  ): void {
    const first = this.#positions.length / 3;
    corners.forEach(({ x, y }, i) => {
      corner
        .copy(middle)
        .addScaledVector(right, Math.tan(x * DEGREE))
        .addScaledVector(up, Math.tan(y * DEGREE))
        .setLength(RADIUS);
      this.#positions.push(corner.x, corner.y, corner.z);
      this.#parts.push(i === 0 || i === 3 ? u0 : u1, i < 2 ? v0 : v1, kind);
      this.#lights.push(color.r * brightness, color.g * brightness, color.b * brightness, phase);
    });
    this.#index.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }

  build(): BufferGeometry {
    return new BufferGeometry()
      .setAttribute('position', new Float32BufferAttribute(this.#positions, 3))
      .setAttribute('part', new Float32BufferAttribute(this.#parts, 3))
      .setAttribute('light', new Float32BufferAttribute(this.#lights, 4))
      .setIndex(this.#index);
  }
}

/** The corners of a rectangle, counter-clockwise from the lower left. */
const box = (x: number, y: number, halfWidth: number, halfHeight: number): FigurePoint[] => [
  { x: x - halfWidth, y: y - halfHeight },
  { x: x + halfWidth, y: y - halfHeight },
  { x: x + halfWidth, y: y + halfHeight },
  { x: x - halfWidth, y: y + halfHeight },
];

/** The corners of a line between two stars, with a gap at both. */
function line(from: FigurePoint, to: FigurePoint): FigurePoint[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ax, ay] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [sx, sy] = [-ay * LINE_DEGREES, ax * LINE_DEGREES];
  const a = { x: from.x + ax * GAP_DEGREES, y: from.y + ay * GAP_DEGREES };
  const b = { x: to.x - ax * GAP_DEGREES, y: to.y - ay * GAP_DEGREES };
  return [
    { x: a.x - sx, y: a.y - sy },
    { x: b.x - sx, y: b.y - sy },
    { x: b.x + sx, y: b.y + sy },
    { x: a.x + sx, y: a.y + sy },
  ];
}

/**
 * All figures and names as one geometry. A name's row in the atlas is the agent's index in the list.
 */
export function constellationGeometry(agents: readonly PlacedAgent[], theme: Theme): BufferGeometry {
  const builder = new SkyBuilder();
  agents.forEach(({ name, status, place }, row) => {
    const at = skyPlaces[place];
    if (!at) return;
    const look = looks[status];
    const { stars, lines } = figureOf(name);
    const random = seededRandom(place + 1);
    skyDirection(at.azimuth, at.elevation, middle);
    right.set(Math.cos(at.azimuth * DEGREE), 0, Math.sin(at.azimuth * DEGREE));
    up.crossVectors(right, middle);
    color.set(theme.colors[look.color]);
    for (const [from, to] of lines) {
      const corners = line(from, to);
      builder.quad(corners, [0, -1, 1, 1], status === 'dead' ? 2 : 1, look.line, -1);
    }
    stars.forEach(({ x, y }, index) => {
      // The first star is the largest.
      const size = look.size * (index === 0 ? 1.25 : 0.75 + random() * 0.3);
      builder.quad(box(x, y, size, size), [-1, -1, 1, 1], 0, look.star, status === 'working' ? random() : -1);
    });
    const foot = Math.min(...stars.map(({ y }) => y)) - NAME_DEGREES.below;
    const rows = skyPlaces.length;
    builder.quad(
      box(0, foot, NAME_DEGREES.width / 2, NAME_DEGREES.height / 2),
      [0, 1 - (row + 1) / rows, 1, 1 - row / rows],
      NAME_KIND,
      look.name,
      -1,
    );
  });
  return builder.build();
}

/** A texture of as many names as there are places, white on black; `drawNames` fills it. */
export function nameAtlas(): CanvasTexture<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = CELL.width;
  canvas.height = CELL.height * skyPlaces.length;
  return new CanvasTexture(canvas);
}

/** Draws each agent's name into its row of the atlas. Called when the list changes. */
export function drawNames(
  texture: CanvasTexture<HTMLCanvasElement>,
  agents: readonly PlacedAgent[],
  theme: Theme,
): void {
  const pen = texture.image.getContext('2d');
  texture.needsUpdate = true;
  if (!pen) return;
  pen.fillStyle = theme.colors.background;
  pen.fillRect(0, 0, texture.image.width, texture.image.height);
  pen.fillStyle = theme.colors.star;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.font = `${(CELL.height * NAME_DEGREES.letters) / NAME_DEGREES.height}px ${theme.fonts.mono}`;
  const measure = (text: string): number => pen.measureText(text).width;
  agents.forEach(({ name }, row) => {
    pen.direction = directionOf(name);
    pen.fillText(fitLine(name, CELL.width - 8, measure), CELL.width / 2, (row + 0.5) * CELL.height);
  });
}
