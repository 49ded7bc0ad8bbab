import { Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { stateLooks } from '../../panels/panel-layout.ts';
import { MetreCanvas } from '../../panels/panel-texture.ts';
import { directionOf, fitLine } from '../../utils/text.ts';
import { carvingOf } from './oath-layout.ts';
import { STONE_FRONT } from './oath-geometry.ts';

/** The text area on the stone's face. In metres; capitals are 0.7 of the font size. */
const WIDTH = 1.08;
const HEIGHT = 1.56;
const MIDDLE = 1.26;
const AHEAD = 0.008;
const TEXT_SIZE = 0.075;
const LINE = 0.112;
/** The space between two paragraphs. */
const SPACE = 0.06;
const TITLE_SIZE = 0.1;
const MIN_TITLE_SIZE = 0.06;
const TITLE_ROOM = 0.25;
/** The offset of the shadow that makes a letter look carved. */
const SHADOW = 0.006;

/** The text on the stone, as a texture. `userData.lines` of its mesh has the words. */
export class OathCarving {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #scene: WorldScene;
  readonly #theme: Theme;
  #canvas: MetreCanvas;

  constructor(scene: WorldScene, theme: Theme) {
    this.#scene = scene;
    this.#theme = theme;
    this.#canvas = new MetreCanvas(WIDTH, HEIGHT, scene, theme);
    this.mesh = new Mesh(
      new PlaneGeometry(WIDTH, HEIGHT).translate(0, MIDDLE, STONE_FRONT + AHEAD),
      new MeshBasicMaterial({ map: this.#canvas.texture, transparent: true, depthWrite: false, fog: false }),
    );
    this.mesh.name = 'oath-carving';
    this.mesh.matrixAutoUpdate = false;
  }

  /** Whether the quality level has changed since the text was last drawn. */
  get isOutdated(): boolean {
    return this.#canvas.quality !== this.#scene.frame.quality;
  }

  /** Draws the text of a reading, in a new canvas if the quality level has changed. */
  draw(reading: Reading<string>): void {
    if (this.isOutdated) this.#resize();
    const canvas = this.#canvas;
    const { context, pixels, measure } = canvas;
    const { colors } = this.#theme;
    canvas.font(TEXT_SIZE);
    const { title, lines } = carvingOf(reading, WIDTH, measure);
    this.mesh.userData['lines'] = [title, ...lines];
    canvas.clear();
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    context.direction = directionOf(lines.join(' '));
    const carve = (text: string, y: number, color: string): void => {
      for (const [shift, ink] of [
        [-SHADOW, colors.background],
        [0, color],
      ] as const) {
        context.fillStyle = ink;
        context.fillText(text, (WIDTH / 2 + shift) * pixels, (y + shift) * pixels);
      }
    };
    const { state } = reading;
    const ink = state === 'live' ? colors.text : colors[stateLooks[state].color];
    let size = TITLE_SIZE;
    do {
      canvas.font(size, '600 ');
      size *= 0.95;
    } while (measure(title) > WIDTH && size > MIN_TITLE_SIZE);
    carve(fitLine(title, WIDTH, measure), TITLE_ROOM / 2, ink);
    context.fillStyle = colors.background;
    context.fillRect(
      0.3 * WIDTH * pixels,
      (TITLE_ROOM - 0.02) * pixels,
      0.4 * WIDTH * pixels,
      0.008 * pixels,
    );
    canvas.font(TEXT_SIZE);
    let y = TITLE_ROOM + LINE / 2 + 0.03;
    for (const line of lines) {
      if (line !== '') carve(line, y, state === 'live' ? colors.text : colors.textQuiet);
      y += line === '' ? SPACE : LINE;
    }
    canvas.texture.needsUpdate = true;
  }

  /** Replaces the texture by one with the resolution of the current quality level. */
  #resize(): void {
    this.#canvas.dispose();
    this.#canvas = new MetreCanvas(WIDTH, HEIGHT, this.#scene, this.#theme);
    this.mesh.material.map = this.#canvas.texture;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#canvas.dispose();
  }
}
