import { CanvasTexture, type IUniform, SRGBColorSpace, type Texture, Vector2 } from 'three';
import { backOffMs } from '../../../data/core/back-off.ts';
import { portalImage } from '../../../data/readings/portal-image.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { Theme } from '../../../theme/theme.ts';
import { drawHeartbeat, heartbeatFigures } from './heartbeat-glimpse.ts';
import type { Glimpse } from '../portal-view-model.ts';

type StateSlice = DerivedState & PageState & ReadingsState & WorldState;

/** The size of one picture in pixels: seen from outside, a disc fills at most a third of the window. */
const CELL = 256;
/** Pictures in a row of the texture, and the maximum number of rows. Further discs only show a swirl. */
const COLUMNS = 4;
const MAX_ROWS = 4;
/** The time after the start of the world before the first picture is requested. */
const WAIT_SECONDS = 1.5;
/** The delays after consecutive failures of an image; the last one repeats. */
const RETRY_SECONDS = [5, 15, 60, 300];

interface Cell {
  readonly glimpse: Glimpse;
  readonly index: number;
  failures: number;
  /** Its image is not requested before `#waited` is this. */
  due: number;
}

const keyOf = (glimpse: Glimpse): string => (glimpse.kind === 'image' ? glimpse.path : glimpse.kind);

/** Draws the middle square of a picture. */
function drawMiddle(pen: CanvasRenderingContext2D, picture: ImageBitmap): void {
  const { width, height } = picture;
  const edge = Math.min(width, height);
  pen.drawImage(picture, (width - edge) / 2, (height - edge) / 2, edge, edge, 0, 0, CELL, CELL);
}

/**
 * The pictures of destinations in the discs: images that the registry names, and figures of the heartbeat
 * page, all in one texture. Nothing is requested before the world is ready, and then one image at a time. The
 * browser decodes each outside the main thread.
 */
export class Glimpses {
  /** The uniforms: all pictures, and the number of columns and rows. */
  readonly atlas: IUniform<Texture | null> = { value: null };
  readonly grid: IUniform<Vector2> = { value: new Vector2(1, 1) };
  readonly #state: StateSlice;
  readonly #theme: Theme;
  readonly #load: typeof portalImage;
  readonly #cells = new Map<string, Cell>();
  /** Whether a picture can be shown, by its index. */
  readonly #drawn: boolean[] = [];
  /** The images that are not requested yet, or will be again. */
  readonly #waiting: Cell[] = [];
  readonly #ended = new AbortController();
  #pen: CanvasRenderingContext2D | null = null;
  #isLoading = false;
  #waited = 0;
  /** The readings from which the heartbeat's figures were drawn last. */
  #sovereignty: unknown;
  #agents: unknown;

  constructor(state: StateSlice, theme: Theme, load = portalImage) {
    this.#state = state;
    this.#theme = theme;
    this.#load = load;
  }

  /** The index of the picture in the texture; −1 without a picture. The index never changes. */
  cellOf(glimpse: Glimpse | undefined): number {
    if (!glimpse) return -1;
    const key = keyOf(glimpse);
    const known = this.#cells.get(key);
    if (known) return known.index;
    const index = this.#cells.size;
    if (index >= COLUMNS * MAX_ROWS) return -1;
    const cell = { glimpse, index, failures: 0, due: 0 };
    this.#cells.set(key, cell);
    if (glimpse.kind === 'image') this.#waiting.push(cell);
    return index;
  }

  isDrawn(cell: number): boolean {
    return this.#drawn[cell] ?? false;
  }

  /** Called in each frame: requests missing images, and draws changed figures. */
  update(delta: number): void {
    if (this.#cells.size === 0 || this.#state.world.status.get().phase !== 'ready') return;
    this.#waited += delta;
    if (this.#waited < WAIT_SECONDS) return;
    this.#drawFigures();
    for (let at = 0; at < this.#waiting.length && !this.#isLoading; at++)
      if ((this.#waiting[at]?.due ?? 0) <= this.#waited) void this.#loadAt(at);
  }

  #drawFigures(): void {
    const cell = this.#cells.get('heartbeat');
    const sovereignty = this.#state.readings.sovereignty.get();
    const agents = this.#state.derived.agents.get();
    if (!cell || (this.isDrawn(cell.index) && sovereignty === this.#sovereignty && agents === this.#agents))
      return;
    this.#sovereignty = sovereignty;
    this.#agents = agents;
    this.#draw(cell, (pen) => drawHeartbeat(pen, heartbeatFigures(this.#state), this.#theme, CELL));
  }

  /** Requests the image at this index of `#waiting`. */
  async #loadAt(at: number): Promise<void> {
    const [cell] = this.#waiting.splice(at, 1);
    if (cell?.glimpse.kind !== 'image') return;
    const { signal } = this.#ended;
    this.#isLoading = true;
    try {
      const file = await this.#load(new URL(cell.glimpse.path, this.#state.base).href, signal);
      const picture = await createImageBitmap(file, { resizeHeight: CELL, resizeQuality: 'medium' });
      if (!signal.aborted) this.#draw(cell, (pen) => drawMiddle(pen, picture));
      picture.close();
    } catch {
      // Until there is a picture, the disc shows only a swirl.
      cell.failures++;
      cell.due = this.#waited + backOffMs(RETRY_SECONDS, cell.failures, Math.random) / 1000;
      this.#waiting.push(cell);
    } finally {
      this.#isLoading = false;
    }
  }

  #draw(cell: Cell, draw: (pen: CanvasRenderingContext2D) => void): void {
    const pen = this.#fit();
    if (!pen) return;
    pen.save();
    pen.translate((cell.index % COLUMNS) * CELL, Math.floor(cell.index / COLUMNS) * CELL);
    draw(pen);
    pen.restore();
    this.#drawn[cell.index] = true;
    if (this.atlas.value) this.atlas.value.needsUpdate = true;
  }

  /** The canvas, with space for all pictures. A larger canvas keeps the content. */
  #fit(): CanvasRenderingContext2D | null {
    const rows = Math.ceil(this.#cells.size / COLUMNS);
    const before = this.#pen?.canvas;
    if (before && before.height >= rows * CELL) return this.#pen;
    const canvas = document.createElement('canvas');
    canvas.width = COLUMNS * CELL;
    canvas.height = rows * CELL;
    this.#pen = canvas.getContext('2d');
    if (before) this.#pen?.drawImage(before, 0, 0);
    this.atlas.value?.dispose();
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = 4;
    this.atlas.value = texture;
    this.grid.value.set(COLUMNS, rows);
    return this.#pen;
  }

  dispose(): void {
    this.#ended.abort();
    this.atlas.value?.dispose();
  }
}
