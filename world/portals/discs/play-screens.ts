import { CanvasTexture, type IUniform, type Texture } from 'three';
import { backOffMs } from '../../../data/core/back-off.ts';
import { type PlayRecord, MAX_SCREEN_BYTES, playScreenUrl } from '../../../data/games/play-record.ts';
import { playLine } from '../../../data/games/play-text.ts';
import { shownPlays } from '../../../data/games/shown-plays.ts';
import { fetchImage } from '../../../data/readings/portal-image.ts';
import type { GamesState } from '../../../data/games/games-state.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { sentenceCase } from '../../utils/text.ts';
import { drawPlay } from './play-picture.ts';

type StateSlice = GamesState & PageState & WorldState;

/** One cell for each play that the home keeps. The pictures are side by side in the texture. */
const CELLS = [0, 1, 2, 3] as const;
/** The size of one picture in pixels: in a zoom a disc is 700 pixels high in a window of 1080. */
const SHARP = 1024;
/** The same without a GPU. */
const COARSE = 512;
/** The shortest time between two requests, because a player may send four screenshots a second. */
const BETWEEN_LOADS_SECONDS = 1;
/** The delays after consecutive failures; the last one repeats. */
const RETRY_SECONDS = [2, 5, 15, 60];
/** The duration of a picture's fade-in and fade-out. */
const FADE_SECONDS = 0.4;

/** A play that is shown at its portal. */
interface Shown {
  readonly portal: string;
  readonly cell: number;
  play: PlayRecord;
  /** A text for the sign. */
  line: string;
  picture: ImageBitmap | undefined;
  /** Number of the screenshot that was requested last. */
  requested: number | undefined;
  isLoading: boolean;
  /** Seconds until the next screenshot may be requested; longer after each consecutive failure. */
  pause: number;
  failures: number;
  /** Whether the picture must be drawn again. */
  isOld: boolean;
  /** Whether the picture fades out, because the play ended some time ago. */
  isLeaving: boolean;
  /** The share of the picture's fade-in, 0 to 1. */
  share: number;
}

/** The initial values for a new play at a portal: a new play has other screenshots. */
const nothingLoaded = () => ({ picture: undefined, requested: undefined, pause: 0, failures: 0 });

/**
 * The screenshots of plays with the last actions, for the discs of their portals, all in one texture. It is
 * drawn only when something has changed. The browser decodes screenshots outside the main thread.
 */
export class PlayScreens {
  /** The uniforms: the pictures side by side, and the number of columns. */
  readonly atlas: IUniform<Texture | null> = { value: null };
  readonly columns: IUniform<number> = { value: 1 };
  /** Counts the changes of the texts. */
  version = 0;
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #theme: Theme;
  readonly #load: typeof fetchImage;
  /** An array, because it is read in every frame and iterating over a map allocates memory. */
  #all: Shown[] = [];
  readonly #ended = new AbortController();
  #pen: CanvasRenderingContext2D | null = null;
  #plays: unknown;
  /** The time until which the next finished play is shown. Milliseconds since the epoch. */
  #until = Infinity;

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, load = fetchImage) {
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    this.#load = load;
  }

  /** The index of a portal's picture in the texture; −1 without a picture. */
  cellOf(portal: string): number {
    return this.#at(portal)?.cell ?? -1;
  }

  /** The share of the fade-in of a portal's picture, 0 to 1. */
  shareOf(portal: string): number {
    return this.#at(portal)?.share ?? 0;
  }

  /** The state of the play at a portal, as text; undefined without a play. */
  lineOf(portal: string): string | undefined {
    const shown = this.#at(portal);
    return shown?.isLeaving ? undefined : shown?.line;
  }

  #at(portal: string): Shown | undefined {
    for (let i = 0; i < this.#all.length; i++) if (this.#all[i]?.portal === portal) return this.#all[i];
    return undefined;
  }

  /** Called in each frame. */
  update(delta: number): void {
    const plays = this.#state.games.plays.get();
    if (plays !== this.#plays || this.#state.now.get() >= this.#until) {
      this.#plays = plays;
      this.#follow(plays);
    }
    // Backwards, because an entry may be removed.
    for (let i = this.#all.length - 1; i >= 0; i--) {
      const shown = this.#all[i];
      if (shown) this.#advance(shown, delta);
    }
    this.#draw();
  }

  #advance(shown: Shown, delta: number): void {
    const goal = shown.isLeaving || !shown.picture ? 0 : 1;
    const step = delta / FADE_SECONDS;
    shown.share = goal > 0 ? Math.min(1, shown.share + step) : Math.max(0, shown.share - step);
    shown.pause -= delta;
    if (shown.isLeaving && shown.share === 0) this.#remove(shown);
    else if (this.#isDue(shown)) void this.#fetch(shown);
  }

  /** Whether a screenshot must be requested now. */
  #isDue({ play, requested, isLoading, pause, isLeaving }: Shown): boolean {
    if (isLoading || isLeaving || pause > 0 || this.#state.world.status.get().phase !== 'ready') return false;
    return play.screen !== undefined && play.screen.number !== requested;
  }

  /** Assigns the plays to portals. */
  #follow(plays: readonly PlayRecord[]): void {
    const { byPortal, until } = shownPlays(plays, this.#state.now.get());
    this.#until = until;
    for (const shown of this.#all) shown.isLeaving = !byPortal.has(shown.portal);
    for (const [portal, play] of byPortal) this.#show(portal, play);
    this.version++;
  }

  #show(portal: string, play: PlayRecord): void {
    const line = sentenceCase(playLine(play));
    const before = this.#at(portal);
    if (before) {
      if (before.play.id !== play.id) {
        before.picture?.close();
        Object.assign(before, nothingLoaded());
      }
      Object.assign(before, { play, line, isOld: true });
      return;
    }
    const cell = CELLS.find((free) => this.#all.every((shown) => shown.cell !== free));
    if (cell === undefined) return;
    const fresh = { isLoading: false, isOld: true, isLeaving: false, share: 0 };
    this.#all.push({ portal, cell, play, line, ...nothingLoaded(), ...fresh });
  }

  async #fetch(shown: Shown): Promise<void> {
    const { play } = shown;
    const { screen } = play;
    if (!screen) return;
    const { signal } = this.#ended;
    Object.assign(shown, { isLoading: true, requested: screen.number, pause: BETWEEN_LOADS_SECONDS });
    try {
      const file = await this.#load(
        playScreenUrl(this.#state.base, play.id, screen.number),
        MAX_SCREEN_BYTES,
        signal,
      );
      const picture = await createImageBitmap(file, {
        [screen.width > screen.height ? 'resizeWidth' : 'resizeHeight']: this.#cellPixels(),
        resizeQuality: 'medium',
      });
      this.#take(shown, picture, play.id);
    } catch {
      // The last picture stays. The request is repeated: the home may not have received the screenshot yet.
      if (shown.play.id === play.id) {
        shown.failures++;
        shown.requested = undefined;
        shown.pause = backOffMs(RETRY_SECONDS, shown.failures, Math.random) / 1000;
      }
    } finally {
      shown.isLoading = false;
    }
  }

  /** Shows a screenshot, unless its play or the world has ended meanwhile. */
  #take(shown: Shown, picture: ImageBitmap, play: string): void {
    if (this.#ended.signal.aborted || shown.play.id !== play || !this.#all.includes(shown)) {
      picture.close();
      return;
    }
    shown.picture?.close();
    Object.assign(shown, { picture, isOld: true, failures: 0 });
  }

  #cellPixels(): number {
    const {
      frame: { quality },
    } = this.#scene;
    return quality === 'lowest' || quality === 'low' ? COARSE : SHARP;
  }

  #draw(): void {
    for (let i = 0; i < this.#all.length; i++) {
      const shown = this.#all[i];
      if (!shown?.picture || (!shown.isOld && this.#fits(shown.cell))) continue;
      const pen = this.#fit(shown.cell);
      if (!pen || !this.atlas.value) return;
      const size = pen.canvas.height;
      pen.save();
      pen.translate(shown.cell * size, 0);
      drawPlay(pen, shown.play, shown.picture, size, this.#theme);
      pen.restore();
      shown.isOld = false;
      this.atlas.value.needsUpdate = true;
    }
  }

  /** Whether the canvas has this cell, in the size for the current quality level. */
  #fits(cell: number): boolean {
    const canvas = this.#pen?.canvas;
    return canvas !== undefined && canvas.height === this.#cellPixels() && cell < this.columns.value;
  }

  /**
   * Returns the canvas with this cell. After a new canvas is created, all pictures are drawn again; if its
   * size is different, the screenshots are also loaded again.
   */
  #fit(cell: number): CanvasRenderingContext2D | null {
    if (this.#fits(cell)) return this.#pen;
    const size = this.#cellPixels();
    const isResized = this.#pen !== null && this.#pen.canvas.height !== size;
    const canvas = document.createElement('canvas');
    const columns = Math.max(cell + 1, this.columns.value);
    canvas.width = columns * size;
    canvas.height = size;
    this.#pen = canvas.getContext('2d');
    for (const shown of this.#all)
      Object.assign(shown, { isOld: true, ...(isResized && { requested: undefined }) });
    this.atlas.value?.dispose();
    // Without a colour space: the shader shows a screenshot unchanged, without tone mapping.
    const texture = new CanvasTexture(canvas);
    texture.anisotropy = 4;
    this.atlas.value = texture;
    this.columns.value = columns;
    return this.#pen;
  }

  #remove(shown: Shown): void {
    shown.picture?.close();
    this.#all = this.#all.filter((other) => other !== shown);
    if (this.#all.length === 0) this.#release();
  }

  /** Frees the GPU memory. */
  #release(): void {
    this.atlas.value?.dispose();
    this.atlas.value = null;
    this.columns.value = 1;
    this.#pen = null;
  }

  dispose(): void {
    this.#ended.abort();
    for (const { picture } of this.#all) picture?.close();
    this.#all = [];
    this.#release();
  }
}
