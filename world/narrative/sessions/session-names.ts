import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
} from 'three';
import type { ColorName, Theme } from '../../../theme/theme.ts';
import type { ShownText } from '../../core/scene/words.ts';
import { type FogUniforms, fogUniforms } from '../../utils/fog-uniforms.glsl.ts';
import { fitLine, fitSize } from '../../utils/text.ts';
import { TextRows, textRowFragment } from '../../utils/text-rows.ts';
import { FIGURES } from './session-places.ts';
import { nameVertex } from './sessions.glsl.ts';

/** A row for each figure, and one for the sessions that are only lights. */
export const ROWS = FIGURES + 1;
const PIXELS = { width: 512, height: 112 } as const;
const PIXELS_A_METRE = 290;
const METRES = { width: PIXELS.width / PIXELS_A_METRE, height: PIXELS.height / PIXELS_A_METRE } as const;
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
    // The number at the end tells sessions of one name apart.
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

/** The names and states below the figures, in one draw call. */
export class SessionNames {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly fog: FogUniforms = fogUniforms();
  readonly #names: TextRows;
  readonly #theme: Theme;
  /** The lines in each row of the texture. */
  readonly #lines: Line[][] = [];
  readonly #places = new InstancedBufferAttribute(new Float32Array(ROWS * 4), 4).setUsage(DynamicDrawUsage);
  readonly #rows = new InstancedBufferAttribute(new Float32Array(ROWS * 2), 2).setUsage(DynamicDrawUsage);
  #count = 0;

  constructor(theme: Theme) {
    this.#theme = theme;
    this.#names = new TextRows(ROWS, PIXELS, (pen, text, middle) => {
      this.#lines[Math.floor(middle / PIXELS.height)] = paint(pen, text, middle, theme);
    });
    const plane = new PlaneGeometry(METRES.width, METRES.height);
    const geometry = new InstancedBufferGeometry();
    geometry.index = plane.index;
    geometry.setAttribute('position', plane.getAttribute('position'));
    geometry.setAttribute('uv', plane.getAttribute('uv'));
    geometry.setAttribute('place', this.#places);
    geometry.setAttribute('row', this.#rows);
    this.mesh = new Mesh(
      geometry,
      new ShaderMaterial({
        name: 'session-names',
        vertexShader: nameVertex(METRES.height / 2),
        fragmentShader: textRowFragment,
        uniforms: { names: { value: this.#names.texture }, ...this.fog },
        transparent: true,
        depthWrite: false,
      }),
    );
    // Computed when it is asked for: the figures move.
    Object.defineProperty(this.mesh.userData, 'texts', { enumerable: true, get: () => this.#texts() });
  }

  /** Draws the text of a row, if it has changed. `color` is that of a state that the owner must see. */
  write(row: number, name: string, state: string, color?: ColorName): void {
    const drawn = color === undefined ? '' : this.#theme.colors[color];
    this.#names.draw(row, [name, state, drawn].join(SEPARATOR));
  }

  #texts(): ShownText[] {
    return Array.from({ length: this.#count }, (_unused, index) => {
      const [x = 0, , z = 0] = this.#places.array.subarray(index * 4);
      const row = Math.round((1 - (this.#rows.array[index * 2] ?? 0)) * ROWS);
      return (this.#lines[row] ?? []).map(({ text, pixels, above }): ShownText => {
        const y = METRES.height / 2 + above / PIXELS_A_METRE;
        return { text, size: pixels / PIXELS_A_METRE, at: [x, y, z] };
      });
    }).flat();
  }

  /** Begins a new picture, with no name in it. */
  begin(): void {
    this.#count = 0;
  }

  add(row: number, x: number, y: number, z: number, share: number): void {
    const at = this.#count * 4;
    const places = this.#places.array;
    places[at] = x;
    places[at + 1] = y;
    places[at + 2] = z;
    places[at + 3] = share;
    this.#rows.array[this.#count * 2] = 1 - row / ROWS;
    this.#rows.array[this.#count * 2 + 1] = 1 / ROWS;
    this.#count++;
  }

  show(): void {
    this.mesh.visible = this.#count > 0;
    this.mesh.geometry.instanceCount = this.#count;
    this.#places.needsUpdate = true;
    this.#rows.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#names.dispose();
  }
}
