import type { ColorName, Theme } from '../../../theme/theme.ts';
import type { ShownText } from '../../core/scene/words.ts';
import { fitLine, fitSize } from '../../utils/text.ts';
import { TextQuads } from '../../utils/text-rows.ts';
import { FIGURES } from './session-places.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { ModuleParts } from '../../utils/drawn-module.ts';

/** A row for each figure, and one for the sessions that are only lights. */
export const ROWS = FIGURES + 1;
const PIXELS = { width: 512, height: 112 } as const;
const PIXELS_A_METRE = 290;
const NAME_PIXELS = 52;
const STATE_PIXELS = 44;
const LINE_PIXELS = 52;
/** The width of the letters' dark outline, for bright backgrounds. */
const EDGE_PIXELS = 9;

/** Between a name, its state and the colour of the state. */
const SEPARATOR = '\n';

/** A line as it is drawn. */
interface Line {
  readonly text: string;
  readonly pixels: number;
  /** Above the middle of its row. Pixels. */
  readonly above: number;
}

/** Draws a name and its state; returns the lines that it has drawn. */
function paint(pen: CanvasRenderingContext2D, text: string, middle: number, theme: Theme): Line[] {
  const [name = '', state = '', color = ''] = text.split(SEPARATOR);
  const room = PIXELS.width - EDGE_PIXELS * 2;
  const widthAt = (line: string, pixels: number): number => {
    pen.font = `${pixels}px ${theme.fonts.mono}`;
    return pen.measureText(line).width;
  };
  pen.lineWidth = EDGE_PIXELS;
  pen.strokeStyle = theme.colors.background;
  const draw = (line: string, most: number, fill: string, above: number): Line => {
    const pixels = fitSize(most, STATE_PIXELS, room, (size) => widthAt(line, size));
    // The number at the end is never cut off, because it distinguishes sessions with the same name.
    const [, label = line, number = ''] = /^(.+?)( \d+)?$/u.exec(line) ?? [];
    const shown = fitLine(label, room - widthAt(number, pixels), (part) => widthAt(part, pixels)) + number;
    pen.fillStyle = fill;
    pen.strokeText(shown, PIXELS.width / 2, middle - above);
    pen.fillText(shown, PIXELS.width / 2, middle - above);
    return { text: shown, pixels, above };
  };
  return [
    draw(name, NAME_PIXELS, theme.colors.text, LINE_PIXELS / 2),
    draw(state, STATE_PIXELS, color || theme.colors.textQuiet, -LINE_PIXELS / 2),
  ];
}

const vertex = /* glsl */ `
void main() {
  vec4 seen = viewMatrix * vec4(place.xyz, 1.0);
  vShare = place.w * clearAt(seen.xyz);
  // A distant name is enlarged, so that it can be read.
  float size = clamp(-seen.z / 8.0, 0.5, 1.4);
  // The name stands on the floor below the figure, a little nearer to the camera.
  seen = viewMatrix * vec4(place.x, HALF * size - 0.06, place.z, 1.0);
  seen.xyz *= 1.0 + 0.25 / seen.z;
  seen.xy += position.xy * size;
  show(seen);
}
`;

/** The names and states below the figures, in one draw call. */
export class SessionNames extends TextQuads {
  /** The lines in each row of the texture. */
  readonly #lines: Line[][] = [];

  constructor(...parts: ModuleParts<WorldState>) {
    super(parts, {
      name: 'agent session names',
      renderOrder: 30,
      rows: ROWS,
      pixels: PIXELS,
      pixelsAMetre: PIXELS_A_METRE,
      vertex,
    });
    // Computed on each read, because the figures move.
    Object.defineProperty(this.mesh.userData, 'texts', { enumerable: true, get: () => this.#texts() });
  }

  protected override paint(pen: CanvasRenderingContext2D, text: string, middle: number): void {
    this.#lines[Math.floor(middle / PIXELS.height)] = paint(pen, text, middle, this.theme);
  }

  /** Draws the text of a row, if it has changed. `color`: for a state that the owner must see. */
  write(row: number, name: string, state: string, color?: ColorName): void {
    const drawn = color === undefined ? '' : this.theme.colors[color];
    this.draw(row, [name, state, drawn].join(SEPARATOR));
  }

  #texts(): ShownText[] {
    return Array.from({ length: this.count }, (_unused, index) => {
      const [x, z] = [this.places.getX(index), this.places.getZ(index)];
      const row = Math.round((1 - this.edges.getX(index)) * ROWS);
      return (this.#lines[row] ?? []).map(({ text, pixels, above }): ShownText => {
        const y = (PIXELS.height / 2 + above) / PIXELS_A_METRE;
        return { text, size: pixels / PIXELS_A_METRE, at: [x, y, z] };
      });
    }).flat();
  }
}
