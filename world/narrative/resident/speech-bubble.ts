import {
  CanvasTexture,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  PlaneGeometry,
  SRGBColorSpace,
} from 'three';
import { plainText } from '../../../data/core/plain-text.ts';
import type { Theme } from '../../../theme/theme.ts';
import { directionOf } from '../../utils/text.ts';
import { bubbleLines, FADE_OUT_SECONDS, bubbleOpacity, bubbleSeconds } from './bubble-text.ts';

/**
 * The size of the plane in metres. 320 pixels per metre are enough for text that is read from some steps
 * away; panels have 400.
 */
const WIDTH = 5;
const HEIGHT = 2.3;
const PIXELS_PER_METRE = 320;
/** The bubble's lower end, above the crown of the resident at 2.7 m. */
const FOOT_METRES = 2.82;
const FONT_METRES = 0.21;
const LINE_METRES = 0.3;
const PADDING_METRES = 0.22;
const TAIL_METRES = 0.14;
const MAX_LINES = 6;
/** Beyond this distance the bubble grows, up to this factor, so that it is readable from the start. */
const TRUE_SIZE_METRES = 7;
const MAX_SCALE = 2.1;
/** Within this distance the bubble shrinks, to stay in the picture when the visitor looks at the face. */
const SHRINKS_METRES = 4.5;
/** The bubble's largest share of the frame's width, for tall windows and for a zoomed field of view. */
const MAX_WIDTH_SHARE = 0.94;
/** Below this scale the bubble is hidden, because it would be too small to read. */
const MIN_SCALE = 0.3;
/** The bubble's horizontal distance in front of the camera; negative behind it. Metres. */
function depthOf({ position: { x, z }, matrixWorld: { elements } }: PerspectiveCamera): number {
  // The third column of the matrix is the direction opposite to the camera's view.
  const backX = elements[8];
  const backZ = elements[10];
  return (x * backX + z * backZ) / (Math.hypot(backX, backZ) || 1);
}

/** The scale at which a bubble of that width fills its share of the frame. */
const widthScale = ({ fov, aspect }: PerspectiveCamera, depth: number, metres: number): number =>
  (2 * depth * Math.tan((fov * Math.PI) / 360) * aspect * MAX_WIDTH_SHARE) / metres;

/** The height above the floor, at the bubble's depth, of the upper edge of the free part of the picture. */
function freeMetres(camera: PerspectiveCamera, depth: number, covered: number): number {
  const pitch = Math.asin(MathUtils.clamp(-camera.matrixWorld.elements[9], -1, 1));
  const edge = Math.atan((1 - 2 * covered) * Math.tan((camera.fov * Math.PI) / 360));
  // When the camera looks straight up, the upper edge has no finite height, so the angle is limited.
  return camera.position.y + Math.tan(Math.min(pitch + edge, 1.5)) * depth;
}

/** The scale of words over the head for the camera's distance, if they are `metres` wide. */
function wantedScale(camera: PerspectiveCamera, metres: number): number {
  const distance = Math.hypot(camera.position.x, camera.position.z);
  const near = Math.min(1, distance / SHRINKS_METRES);
  const wanted = MathUtils.clamp(distance / TRUE_SIZE_METRES, near, MAX_SCALE);
  return Math.min(wanted, widthScale(camera, depthOf(camera), metres));
}

/** The scale of words over the head as in `wantedScale`, but 0 if the words would be too small to read. */
export function scaleFor(camera: PerspectiveCamera, metres: number): number {
  const scale = wantedScale(camera, metres);
  return scale < MIN_SCALE ? 0 : scale;
}

/** The words over the resident's head. Newer words replace older ones at once. */
export class SpeechBubble {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #theme: Theme;
  readonly #canvas = document.createElement('canvas');
  readonly #texture: CanvasTexture;
  #speaks = false;
  /** The drawn part of the plane, with the tail. Metres. */
  #size = { width: WIDTH, height: HEIGHT };
  /** Seconds since the words arrived. */
  #age = 0;
  /** The number of visible characters, which determines how long the bubble stays. */
  #characters = 0;

  constructor(theme: Theme) {
    this.#theme = theme;
    this.#canvas.width = WIDTH * PIXELS_PER_METRE;
    this.#canvas.height = HEIGHT * PIXELS_PER_METRE;
    this.#texture = new CanvasTexture(this.#canvas);
    this.#texture.colorSpace = SRGBColorSpace;
    this.mesh = new Mesh(
      new PlaneGeometry(WIDTH, HEIGHT).translate(0, HEIGHT / 2, 0),
      new MeshBasicMaterial({ map: this.#texture, transparent: true, fog: false }),
    );
    this.mesh.name = 'speech bubble';
    this.mesh.position.y = FOOT_METRES;
    this.mesh.renderOrder = 50;
    this.mesh.visible = false;
  }

  /** Whether there are words to show, even if there is no space for them. */
  get speaks(): boolean {
    return this.#speaks;
  }

  /** Shows the plain text of `markdown` from now on; empty text changes nothing. */
  say(markdown: string): void {
    const text = plainText(markdown);
    if (text === '') return;
    const shown = this.#draw(text);
    this.#characters = Array.from(shown).length;
    this.#age = 0;
    this.mesh.material.opacity = 0;
    this.#speaks = true;
  }

  /** Begins to fade the words out now. */
  end(): void {
    this.#age = Math.max(this.#age, bubbleSeconds(this.#characters) - FADE_OUT_SECONDS);
  }

  /**
   * Fades, and turns and scales the bubble for the camera. `covered`: the share of the picture that the header
   * covers.
   */
  update(delta: number, camera: PerspectiveCamera, covered: number): void {
    if (!this.#speaks) return;
    this.#age += delta;
    this.#speaks = this.#age < bubbleSeconds(this.#characters);
    const scale = this.#scale(camera, covered);
    this.mesh.visible = this.#speaks && scale >= MIN_SCALE;
    if (!this.mesh.visible) return;
    this.mesh.material.opacity = bubbleOpacity(this.#age, this.#characters);
    this.mesh.scale.setScalar(scale);
    // The bubble is parallel to the image plane: if it faced the camera's position, it would look skewed at
    // the sides.
    const { elements } = camera.matrixWorld;
    this.mesh.rotation.y = Math.atan2(elements[8], elements[10]);
  }

  /** The scale for the distance, limited by the space below the header and inside the frame. */
  #scale(camera: PerspectiveCamera, covered: number): number {
    const { width, height } = this.#size;
    return Math.min(
      wantedScale(camera, width),
      (freeMetres(camera, depthOf(camera), covered) - FOOT_METRES) / height,
    );
  }

  /** Draws the words and returns those that fit. */
  #draw(text: string): string {
    const context = this.#canvas.getContext('2d');
    if (!context) return text;
    const { colors, fonts } = this.#theme;
    const { width, height } = this.#canvas;
    context.clearRect(0, 0, width, height);
    context.font = `${FONT_METRES * PIXELS_PER_METRE}px ${fonts.mono}`;
    const measure = (piece: string): number => context.measureText(piece).width;
    const padding = PADDING_METRES * PIXELS_PER_METRE;
    const lineHeight = LINE_METRES * PIXELS_PER_METRE;
    const lines = bubbleLines(text, width - padding * 2 - 4, MAX_LINES, measure);
    const boxWidth = Math.max(...lines.map(measure)) + padding * 2;
    const tail = TAIL_METRES * PIXELS_PER_METRE;
    const boxHeight = lines.length * lineHeight + padding;
    const left = (width - boxWidth) / 2;
    const bottom = height - tail - 2;
    const top = bottom - boxHeight;
    this.#size.width = boxWidth / PIXELS_PER_METRE;
    this.#size.height = (height - top) / PIXELS_PER_METRE;
    context.beginPath();
    context.roundRect(left, top, boxWidth, boxHeight, padding * 0.6);
    context.moveTo(width / 2 - tail, bottom);
    context.lineTo(width / 2, bottom + tail);
    context.lineTo(width / 2 + tail, bottom);
    context.globalAlpha = 0.98;
    context.fillStyle = colors.panelBackground;
    context.fill();
    context.globalAlpha = 0.55;
    context.strokeStyle = colors.resident;
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(left, top, boxWidth, boxHeight, padding * 0.6);
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = colors.text;
    context.textBaseline = 'middle';
    context.direction = directionOf(text);
    const start = context.direction === 'rtl' ? left + boxWidth - padding : left + padding;
    lines.forEach((line, i) => context.fillText(line, start, top + padding * 0.5 + (i + 0.5) * lineHeight));
    this.#texture.needsUpdate = true;
    return lines.join(' ');
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture.dispose();
  }
}
