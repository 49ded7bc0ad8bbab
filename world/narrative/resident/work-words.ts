import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  type ShaderMaterial,
  Vector4,
} from 'three';
import { computed } from '@lit-labs/signals';
import { MINUTE_MS } from '../../../data/core/time.ts';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import { commitHours } from '../../../data/readings/commit-hours.ts';
import { dayCommitsText } from '../../../data/readings/format-commits.ts';
import { ageText } from '../../../data/readings/format.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import { isStale } from '../../../data/readings/schemas/activity-states.ts';
import type { ViewState } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import type { ShownText } from '../../core/scene/words.ts';
import { MetreCanvas } from '../../panels/panel-texture.ts';
import { ADDITIVE } from '../../utils/drawing.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { directionOf, fitLine, fitSize } from '../../utils/text.ts';
import { type WorkWords, workWords } from './occupation.ts';
import { scaleFor } from './speech-bubble.ts';

type StateSlice = ChatState & DerivedState & PageState & ReadingsState & ViewState & WorldState;

/**
 * The size of the two lines, and their lower end above the crown of the resident at 2.7 m. Wider lines would
 * cover the names of portals in the first view. Metres.
 */
const WIDTH = 4.7;
const HEIGHT = 0.86;
const FOOT_METRES = 2.86;
const PIXELS_PER_METRE = 200;
const CAPTION = { size: 0.2, y: 0.18 } as const;
const WORK = { size: 0.36, least: 0.2, y: 0.54 } as const;
/** The free width beside a first line that is wider than the second. Metres. */
const CAPTION_MARGIN = 1;
/** The width of the dark outline of letters, and the room for it at the sides. Metres. */
const OUTLINE = 0.07;
/** The ring of progress around the body. Metres. */
const RING = { radius: 0.92, height: 0.05, y: 1.42 } as const;
const RING_LIGHT = 0.62;
/** The light of the part that is still to do, as a share of the light of the done part. */
const RING_REST = 0.14;
/** The time constant with which the ring follows the reported progress. */
const EASE_SECONDS = 0.6;

const ringVertex = /* glsl */ `
varying vec2 vPlace;
void main() {
  vPlace = position.xz;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

/** The ring fills clockwise, as seen from above. It begins at the back, where a clock has its 12. */
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
 * its body; at rest, what its agents do, or the commits of the day. A session that needs the owner has the
 * second line for itself. The speech bubble takes the place of the words. Two draw calls, one without progress.
 */
class Work extends DrawnModule<StateSlice> {
  /** The report of the resident's agent, while it is valid. */
  readonly #activity = computed(() => {
    const activity = this.state.activity.get();
    return activity && !isStale(activity, this.state.now.get()) ? activity : undefined;
  });
  readonly #minute = computed(() => Math.floor(this.state.now.get() / MINUTE_MS));
  readonly #commits = computed(() => {
    const commits = currentValue(this.state.readings.commits.get());
    const agents = currentValue(this.state.derived.agents.get()) ?? [];
    const since = this.state.derived.shownSince.get();
    if (!commits) return undefined;
    const now = this.#minute.get() * MINUTE_MS;
    const day = commitHours(agents, commits, now, since);
    const [last] = commits;
    return day.agentCommits + day.otherCommits === 0 && last
      ? `last commit ${ageText(last.authoredAt, now)}`
      : dayCommitsText(day);
  });
  readonly #words = computed(() =>
    workWords(
      this.state.resident.get().name,
      this.state.bridge.get().state === 'open',
      this.#activity.get(),
      currentValue(this.state.readings.sessions.get()),
      this.#commits.get(),
    ),
  );
  readonly #text: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #ring: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #colors = {
    text: new Color(this.theme.colors.text),
    zap: new Color(this.theme.colors.zap),
    failed: new Color(this.theme.colors.failed),
  };
  /** A uniform: the colour of the ring, and the share that is done. */
  readonly #progress = { value: new Vector4() };
  #canvas: MetreCanvas | undefined;
  #drawn: WorkWords | undefined;
  /** The width of the drawn lines. Metres. */
  #width = 0;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, disposables } = this;
    this.#text = new Mesh(
      disposables.use(new PlaneGeometry(WIDTH, HEIGHT).translate(0, HEIGHT / 2, 0)),
      disposables.use(new MeshBasicMaterial({ transparent: true, depthWrite: false, fog: false })),
    );
    this.#text.name = 'work words';
    this.#text.position.y = FOOT_METRES;
    this.#text.renderOrder = 49;
    disposables.defer(scene.registry.words.add(this.#text));
    disposables.add(scene, this.#text);
    disposables.defer(() => this.#canvas?.dispose());
    this.#ring = this.addMesh(
      new CylinderGeometry(RING.radius, RING.radius, RING.height, 96, 1, true).translate(0, RING.y, 0),
      {
        name: 'work ring',
        constants: { REST: RING_REST },
        vertexShader: ringVertex,
        fragmentShader: ringFragment,
        uniforms: { ring: this.#progress },
        ...ADDITIVE,
        side: DoubleSide,
      },
      24,
    );
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    const words = this.#words.get();
    if (words !== this.#drawn || this.scene.frame.quality !== this.#canvas?.quality) this.#draw(words);
    this.#fill(words, delta);
    const { panels } = this.state;
    const { camera, registry } = this.scene;
    const scale = scaleFor(camera, this.#width);
    this.#text.visible = scale > 0 && !registry.residentSpeaks && !panels.chat.get() && !this.#isPast();
    if (!this.#text.visible) return;
    this.#text.scale.setScalar(scale);
    const { elements } = camera.matrixWorld;
    this.#text.rotation.y = Math.atan2(elements[8], elements[10]);
  }

  /** Whether a time-lapse shows an earlier time, from which no report is kept. */
  #isPast(): boolean {
    return this.state.view.get().mode === 'time-lapse';
  }

  #draw(words: WorkWords): void {
    this.#drawn = words;
    const canvas = this.#sharpen();
    const { context, pixels } = canvas;
    const { colors } = this.theme;
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
      context.direction = directionOf(text);
      context.strokeText(fitted, (WIDTH / 2) * pixels, y * pixels);
      context.fillText(fitted, (WIDTH / 2) * pixels, y * pixels);
      texts.push({ text: fitted, size, at: [0, HEIGHT - y, 0] });
      width = Math.max(width, canvas.measure(fitted));
    };
    canvas.font(CAPTION.size);
    line(words.caption, words.text === '' ? WORK.y : CAPTION.y, CAPTION.size, colors.textQuiet);
    // A wide first line makes both smaller, so that they stay between the constellations on a phone.
    if (words.text !== '') width += CAPTION_MARGIN;
    const size = fitSize(WORK.size, WORK.least, WIDTH - OUTLINE * 2, (at) => {
      canvas.font(at, '600 ');
      return canvas.measure(words.text);
    });
    line(words.text, WORK.y, size, colors[words.color]);
    this.#width = width + OUTLINE * 2;
    this.#text.userData['texts'] = texts;
    canvas.texture.needsUpdate = true;
  }

  /** Returns a canvas with the resolution of the quality level. */
  #sharpen(): MetreCanvas {
    if (this.#canvas?.quality === this.scene.frame.quality) return this.#canvas;
    this.#canvas?.dispose();
    const canvas = new MetreCanvas(WIDTH, HEIGHT, this.scene, this.theme, PIXELS_PER_METRE);
    this.#text.material.map = canvas.texture;
    return (this.#canvas = canvas);
  }

  /** Fills the ring to the reported progress; without one it is not drawn. */
  #fill({ color, isOfSession }: WorkWords, delta: number): void {
    const progress = this.#activity.get()?.progress ?? undefined;
    this.#ring.visible =
      progress !== undefined && this.state.bridge.get().state === 'open' && !this.#isPast();
    const ring = this.#progress.value;
    if (progress === undefined) {
      ring.w = 0;
      return;
    }
    const share = this.reducedMotion ? 1 : 1 - Math.exp(-delta / EASE_SECONDS);
    const { r, g, b } = this.#colors[isOfSession ? 'text' : color];
    ring.set(r * RING_LIGHT, g * RING_LIGHT, b * RING_LIGHT, ring.w + (progress - ring.w) * share);
  }
}

export const { init, update, dispose } = defineModule((...given) => new Work(...given));
