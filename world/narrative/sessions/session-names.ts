import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
} from 'three';
import type { Theme } from '../../../theme/theme.ts';
import { type FogUniforms, fogUniforms } from '../../utils/fog-uniforms.glsl.ts';
import { fitLine } from '../../utils/text.ts';
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

/** A name with its state below it. */
const SEPARATOR = '\n';

function paint(pen: CanvasRenderingContext2D, text: string, middle: number, theme: Theme): void {
  const { width } = PIXELS;
  const [name = '', state = ''] = text.split(SEPARATOR);
  pen.lineWidth = EDGE_PIXELS;
  pen.strokeStyle = theme.colors.background;
  for (const [line, size, color, y] of [
    [name, NAME_PIXELS, theme.colors.text, middle - LINE_PIXELS / 2],
    [state, STATE_PIXELS, theme.colors.textQuiet, middle + LINE_PIXELS / 2],
  ] as const) {
    pen.font = `${size}px ${theme.fonts.mono}`;
    pen.fillStyle = color;
    const shown = fitLine(line, width - EDGE_PIXELS * 2, (piece) => pen.measureText(piece).width);
    pen.strokeText(shown, width / 2, y);
    pen.fillText(shown, width / 2, y);
  }
}

/** The names and states below the figures, in one draw call. */
export class SessionNames {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly fog: FogUniforms = fogUniforms();
  readonly #names: TextRows;
  readonly #places = new InstancedBufferAttribute(new Float32Array(ROWS * 4), 4).setUsage(DynamicDrawUsage);
  readonly #rows = new InstancedBufferAttribute(new Float32Array(ROWS * 2), 2).setUsage(DynamicDrawUsage);
  #count = 0;

  constructor(theme: Theme) {
    this.#names = new TextRows(ROWS, PIXELS, (pen, text, middle) => paint(pen, text, middle, theme));
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
  }

  /** Draws the text of a row, if it has changed. */
  write(row: number, name: string, state: string): void {
    this.#names.draw(row, `${name}${SEPARATOR}${state}`);
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
