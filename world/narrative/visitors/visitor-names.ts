import type { PlayerArrays } from '../../../data/presence/presence-state.ts';
import { fitLine } from '../../utils/text.ts';
import { TextQuads } from '../../utils/text-rows.ts';
import { NameRows } from './name-rows.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { ModuleParts } from '../../utils/drawn-module.ts';

/** The maximum number of shown names. */
const ROWS = 8;
/** The size of a row in the texture, wide enough for 24 letters. */
const PIXELS = { width: 768, height: 64 } as const;
const PIXELS_A_METRE = 400;
const FONT_PIXELS = 44;
/** The width of the letters' dark outline, for bright backgrounds. */
const EDGE_PIXELS = 9;
/** The height of the eye above the middle of the light. Names are below that middle. Metres. */
const BELOW_EYE_METRES = 0.55;

const vertex = /* glsl */ `
void main() {
  vec4 seen = viewMatrix * vec4(place.xyz, 1.0);
  vShare = place.w * clearAt(seen.xyz);
  // A distant name is enlarged, so that it can be read.
  float size = clamp(-seen.z / 5.0, 0.8, 2.0);
  seen.xyz += vec3(position.xy, 0.0) * size + vec3(0.0, -0.14 - 0.1 * size, 0.0);
  show(seen);
}
`;

/** The names of the nearest visitors in one draw call; none if no near visitor has a name. */
export class VisitorNames extends TextQuads {
  readonly #rows = new NameRows(ROWS);

  constructor(...parts: ModuleParts<WorldState>) {
    super(parts, {
      name: 'visitor names',
      // Drawn before the speech bubble, which covers the names.
      renderOrder: 40,
      rows: ROWS,
      pixels: PIXELS,
      pixelsAMetre: PIXELS_A_METRE,
      vertex,
    });
  }

  protected override paint(pen: CanvasRenderingContext2D, name: string, middle: number): void {
    const { width } = PIXELS;
    pen.font = `${FONT_PIXELS}px ${this.theme.fonts.mono}`;
    pen.lineWidth = EDGE_PIXELS;
    pen.strokeStyle = this.theme.colors.background;
    pen.fillStyle = this.theme.colors.text;
    const text = fitLine(name, width - EDGE_PIXELS * 2, (piece) => pen.measureText(piece).width);
    pen.strokeText(text, width / 2, middle);
    pen.fillText(text, width / 2, middle);
  }

  update(players: PlayerArrays, delta: number): void {
    const rows = this.#rows;
    const { x, z } = this.scene.camera.position;
    rows.update(players, x, z, delta);
    this.begin();
    for (let row = 0; row < ROWS; row++) {
      const share = rows.shares[row] ?? 0;
      if (rows.numbers[row] === 0 || share === 0) continue;
      const slot = rows.slots[row] ?? 0;
      this.draw(row, players.names[slot] ?? '');
      const at = slot * 4;
      const y = (players.places[at + 1] ?? 0) - BELOW_EYE_METRES;
      const opacity = share * (players.shares[slot] ?? 0);
      this.add(row, players.places[at] ?? 0, y, players.places[at + 2] ?? 0, opacity);
    }
    this.show();
  }
}
