import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  ShaderMaterial,
  Vector4,
} from 'three';
import { MINUTE_MS } from '../../../data/core/time.ts';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import { commitHours } from '../../../data/readings/commit-hours.ts';
import { dayCommitsText } from '../../../data/readings/format-commits.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { ViewState } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { QualityLevel } from '../../../data/world-state.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import type { ShownText } from '../../core/scene/words.ts';
import { MetreCanvas } from '../../panels/panel-texture.ts';
import { ADDITIVE } from '../../utils/drawing.ts';
import { fitLine, fitSize } from '../../utils/text.ts';
import { type WorkWords, workProgress, workWords } from './occupation.ts';
import { scaleFor } from './speech-bubble.ts';

type StateSlice = ChatState & DerivedState & PageState & ReadingsState & ViewState & WorldState;

/**
 * The size of the two lines, and their lower end above the crown of the resident at 2.7 m. Wider ones would
 * cover the names of portals in the first view. Metres.
 */
const WIDTH = 4.7;
const HEIGHT = 0.86;
const FOOT_METRES = 2.86;
const PIXELS_PER_METRE = 200;
const CAPTION = { size: 0.2, y: 0.18 } as const;
const WORK = { size: 0.36, least: 0.2, y: 0.54 } as const;
/** The width of the dark outline of letters, and the room for it at the sides. Metres. */
const OUTLINE = 0.07;
/** The ring of progress around the body. Metres. */
const RING = { radius: 0.92, height: 0.05, y: 1.42 } as const;
const RING_LIGHT = 0.62;
/** The light of the part that is still to do, as a share of the light of the done part. */
const RING_REST = 0.14;
/** The time constant with which the ring follows its figure. */
const EASE_SECONDS = 0.6;

const ringVertex = /* glsl */ `
varying vec2 vPlace;
void main() {
  vPlace = position.xz;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

/** Fills clockwise from above, and begins at the back as the hour 12 of the dial. */
const ringFragment = /* glsl */ `
uniform vec4 ring; // colour, share that is done
varying vec2 vPlace;
void main() {
  float along = fract(0.5 - atan(vPlace.x, vPlace.y) / 6.2831853);
  float lit = mix(REST, 1.0, 1.0 - smoothstep(ring.w - 0.004, ring.w + 0.004, along));
  gl_FragColor = vec4(ring.rgb * lit, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/**
 * What the resident's agent does now, in two lines of light over its head, and its progress as a ring around
 * its body; at rest, what its agents do, or the commits of the day. The speech bubble takes the place of the
 * words. Two draw calls, one without progress.
 */
class Work {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #theme: Theme;
  readonly #words: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #ring: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #ringLight = { value: new Vector4() };
  readonly #color = new Color();
  #canvas: MetreCanvas | undefined;
  #quality: QualityLevel | undefined;
  #drawn = '';
  #width = WIDTH;
  /** What the words were made of. */
  #of: readonly unknown[] = [];

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    this.#words = new Mesh(
      disposables.use(new PlaneGeometry(WIDTH, HEIGHT).translate(0, HEIGHT / 2, 0)),
      disposables.use(new MeshBasicMaterial({ transparent: true, depthWrite: false, fog: false })),
    );
    this.#words.name = 'work words';
    this.#words.position.y = FOOT_METRES;
    this.#words.renderOrder = 49;
    this.#words.visible = false;
    disposables.defer(scene.registry.words.add(this.#words));
    disposables.add(scene, this.#words);
    disposables.defer(() => this.#canvas?.dispose());
    this.#ring = new Mesh(
      disposables.use(new CylinderGeometry(RING.radius, RING.radius, RING.height, 96, 1, true)),
      disposables.use(
        new ShaderMaterial({
          name: 'work-ring',
          vertexShader: ringVertex,
          fragmentShader: `#define REST ${RING_REST}\n${ringFragment}`,
          uniforms: { ring: this.#ringLight },
          ...ADDITIVE,
          side: DoubleSide,
        }),
      ),
    );
    this.#ring.name = 'work ring';
    this.#ring.position.y = RING.y;
    this.#ring.renderOrder = 24;
    this.#ring.visible = false;
    disposables.add(scene, this.#ring);
  }

  update(_elapsed: number, delta: number): void {
    this.#read();
    this.#fill(delta);
    const { panels, view } = this.#state;
    const { camera, registry } = this.#scene;
    const scale = scaleFor(camera, this.#width);
    this.#words.visible =
      this.#drawn !== '' &&
      scale > 0 &&
      !registry.residentSpeaks &&
      !panels.chat.get() &&
      view.get().mode !== 'time-lapse';
    if (!this.#words.visible) return;
    this.#words.scale.setScalar(scale);
    const { elements } = camera.matrixWorld;
    this.#words.rotation.y = Math.atan2(elements[8], elements[10]);
  }

  /** Draws the words again after a change of what they say or of the quality level. */
  #read(): void {
    const { activity, bridge, derived, now, readings, resident } = this.#state;
    const { quality } = this.#scene.frame;
    const minute = Math.floor(now.get() / MINUTE_MS);
    const commits = readings.commits.get();
    const sessions = readings.sessions.get();
    const of = this.#of;
    if (
      of[0] === activity.get() &&
      of[1] === bridge.get().state &&
      of[2] === commits &&
      of[3] === sessions &&
      of[4] === minute &&
      of[5] === resident.get() &&
      quality === this.#quality
    )
      return;
    this.#of = [activity.get(), bridge.get().state, commits, sessions, minute, resident.get()];
    const listed = currentValue(commits);
    const day = listed && commitHours(currentValue(derived.agents.get()) ?? [], listed, now.get());
    const words = workWords(
      resident.get().name,
      bridge.get().state === 'open',
      activity.get(),
      currentValue(sessions)?.counts,
      day && dayCommitsText(day),
      now.get(),
    );
    this.#color.set(this.#theme.colors[words.color]);
    this.#draw(words, quality);
  }

  #draw(words: WorkWords, quality: QualityLevel): void {
    const key = JSON.stringify(words);
    if (key === this.#drawn && quality === this.#quality) return;
    this.#drawn = key;
    if (quality !== this.#quality || !this.#canvas) {
      this.#canvas?.dispose();
      this.#canvas = new MetreCanvas(WIDTH, HEIGHT, this.#scene, this.#theme, PIXELS_PER_METRE);
      this.#words.material.map = this.#canvas.texture;
      this.#quality = quality;
    }
    const canvas = this.#canvas;
    const { context, pixels } = canvas;
    const { colors } = this.#theme;
    canvas.clear();
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.strokeStyle = colors.background;
    context.lineJoin = 'round';
    context.lineWidth = OUTLINE * pixels;
    const texts: ShownText[] = [];
    let width = 0;
    const line = (text: string, y: number, size: number, fill: string): void => {
      if (text === '') return;
      const fitted = fitLine(text, WIDTH - OUTLINE * 2, canvas.measure);
      context.fillStyle = fill;
      context.strokeText(fitted, (WIDTH / 2) * pixels, y * pixels);
      context.fillText(fitted, (WIDTH / 2) * pixels, y * pixels);
      texts.push({ text: fitted, size, at: [0, HEIGHT - y, 0] });
      width = Math.max(width, canvas.measure(fitted));
    };
    canvas.font(CAPTION.size);
    line(words.caption, words.text === '' ? WORK.y : CAPTION.y, CAPTION.size, colors.textQuiet);
    const size = fitSize(WORK.size, WORK.least, WIDTH - OUTLINE * 2, (at) => {
      canvas.font(at, '600 ');
      return canvas.measure(words.text);
    });
    line(words.text, WORK.y, size, colors[words.color]);
    this.#width = width + OUTLINE * 2;
    this.#words.userData['texts'] = texts;
    canvas.texture.needsUpdate = true;
    this.#words.material.needsUpdate = true;
  }

  #fill(delta: number): void {
    const progress = workProgress(this.#state.activity.get(), this.#state.now.get());
    this.#ring.visible = progress !== undefined && this.#state.bridge.get().state === 'open';
    const ring = this.#ringLight.value;
    if (progress === undefined) {
      ring.w = 0;
      return;
    }
    const share = this.#state.world.reducedMotion.get() ? 1 : 1 - Math.exp(-delta / EASE_SECONDS);
    const { r, g, b } = this.#color;
    ring.set(r * RING_LIGHT, g * RING_LIGHT, b * RING_LIGHT, ring.w + (progress - ring.w) * share);
  }
}

export const { init, update, dispose } = defineModule((...given) => new Work(...given));
