import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
} from 'three';
import type { PlayerArrays } from '../../../data/presence/presence-state.ts';
import type { Theme } from '../../../theme/theme.ts';
import { type FogUniforms, fogUniforms } from '../../utils/fog-uniforms.glsl.ts';
import { fitLine } from '../../utils/text.ts';
import { TextRows, textRowFragment } from '../../utils/text-rows.ts';
import { NameRows } from './name-rows.ts';
import { ROWS, visitorNamesVertex } from './visitors.glsl.ts';

/** The size of a row in the texture, wide enough for 24 letters. Metres, and 400 pixels a metre. */
const ROW = { width: 1.92, height: 0.16 } as const;
const PIXELS = { width: 768, height: 64 } as const;
const FONT_PIXELS = 44;
/** The width of the letters' dark outline, for bright backgrounds. */
const EDGE_PIXELS = 9;
/** The height of the eye above the middle of the light. Names are below that middle. Metres. */
const BELOW_EYE_METRES = 0.55;

function paintName(pen: CanvasRenderingContext2D, name: string, middle: number, theme: Theme): void {
  const { width } = PIXELS;
  pen.font = `${FONT_PIXELS}px ${theme.fonts.mono}`;
  pen.lineWidth = EDGE_PIXELS;
  pen.strokeStyle = theme.colors.background;
  pen.fillStyle = theme.colors.text;
  const text = fitLine(name, width - EDGE_PIXELS * 2, (piece) => pen.measureText(piece).width);
  pen.strokeText(text, width / 2, middle);
  pen.fillText(text, width / 2, middle);
}

/** The names of the nearest visitors in one draw call; none if no near visitor has a name. */
export class VisitorNames {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly fog: FogUniforms = fogUniforms();
  readonly #rows = new NameRows(ROWS);
  readonly #places: InstancedBufferAttribute;
  readonly #edges: InstancedBufferAttribute;
  readonly #names: TextRows;

  constructor(theme: Theme) {
    this.#names = new TextRows(ROWS, PIXELS, (pen, name, middle) => paintName(pen, name, middle, theme));
    const plane = new PlaneGeometry(ROW.width, ROW.height);
    const geometry = new InstancedBufferGeometry();
    geometry.index = plane.index;
    geometry.setAttribute('position', plane.getAttribute('position'));
    geometry.setAttribute('uv', plane.getAttribute('uv'));
    this.#places = new InstancedBufferAttribute(new Float32Array(ROWS * 4), 4).setUsage(DynamicDrawUsage);
    this.#edges = new InstancedBufferAttribute(new Float32Array(ROWS), 1).setUsage(DynamicDrawUsage);
    geometry.setAttribute('place', this.#places);
    geometry.setAttribute('row', this.#edges);
    this.mesh = new Mesh(
      geometry,
      new ShaderMaterial({
        name: 'visitor-names',
        vertexShader: visitorNamesVertex,
        fragmentShader: textRowFragment,
        uniforms: { names: { value: this.#names.texture }, ...this.fog },
        transparent: true,
        depthWrite: false,
      }),
    );
  }

  /** `x` and `z`: the camera's position. */
  update(players: PlayerArrays, x: number, z: number, delta: number): void {
    const rows = this.#rows;
    rows.update(players, x, z, delta);
    const places = this.#places.array;
    let count = 0;
    for (let row = 0; row < ROWS; row++) {
      const share = rows.shares[row] ?? 0;
      if (rows.numbers[row] === 0 || share === 0) continue;
      const slot = rows.slots[row] ?? 0;
      this.#names.draw(row, players.names[slot] ?? '');
      const to = count * 4;
      places[to] = players.places[slot * 4] ?? 0;
      places[to + 1] = (players.places[slot * 4 + 1] ?? 0) - BELOW_EYE_METRES;
      places[to + 2] = players.places[slot * 4 + 2] ?? 0;
      places[to + 3] = share * (players.shares[slot] ?? 0);
      this.#edges.array[count] = 1 - row / ROWS;
      count++;
    }
    this.mesh.visible = count > 0;
    if (count === 0) return;
    this.mesh.geometry.instanceCount = count;
    this.#places.needsUpdate = true;
    this.#edges.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#names.dispose();
  }
}
