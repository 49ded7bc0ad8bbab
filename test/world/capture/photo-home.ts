import type { QualityLevel } from '../../../data/world-state.ts';
import { emit } from '../../../data/core/event.ts';
import type { Photo, PhotoFormat } from '../../../data/photo/photo.ts';
import { type State, createState } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../../world/core/scene/scene.ts';
import { Ticker } from '../../../world/core/ticker.ts';
import { deferredModules } from '../../../world/deferred-modules.ts';
import { worldModules } from '../../../world/modules.ts';
import { startWorld } from '../../../world/world.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

/** The photo of the last `orderPhoto`, once it is finished. */
let saved: Photo | undefined;
export const orderPhoto = ({ take }: State['photo'], at: number): void => {
  saved = undefined;
  emit(take, { at, caption, done: (photo) => void (saved = photo) });
};
export const caption = { title: 'Home World', facts: ['21 November 2026'] };
export const times = (factor: 1 | 2 | 4): PhotoFormat => ({ name: 'Window', times: factor });

export const WIDTH = 160;
export const HEIGHT = 90;
/** The share of the rows above the caption, which is not on the screen. */
const WITHOUT_CAPTION = 0.5;

export interface Home {
  readonly state: State;
  readonly scene: WorldScene;
  readonly ticker: Ticker;
  readonly canvas: HTMLCanvasElement;
  /** Runs frames until the condition holds. */
  until(what: () => boolean): Promise<void>;
  enter(): Promise<void>;
  take(format: PhotoFormat): Promise<Photo>;
  /** The pixels on the screen, RGBA from the top. */
  screenPixels(): Uint8Array;
  stop(): void;
}

/** `few`: only the modules that a photograph needs; `differs`: of the first portal. */
export async function open(
  quality: QualityLevel,
  few = false,
  differs: Record<string, unknown> = {},
): Promise<Home> {
  const box = document.createElement('div');
  box.style.cssText = `width: ${WIDTH}px; height: ${HEIGHT}px`;
  const canvas = document.createElement('canvas');
  box.append(canvas);
  document.body.append(box);
  const state = createState();
  // Midnight in Greenwich: the sky does not depend on when the test runs.
  state.now.set(Date.parse('2026-11-21T00:00:00Z'));
  setPortals(
    state,
    ['a', 'b', 'c', 'd'].map((id) => portal(id, id === 'a' ? differs : {})),
  );
  const ticker = new Ticker();
  const modules = few
    ? worldModules.filter(({ name }) =>
        ['walk', 'camera-rig', 'weather', 'sky', 'stars', 'island'].includes(name),
      )
    : worldModules;
  const world = await startWorld({ canvas, state, ticker, theme, quality, modules });
  if (!world) throw new Error('no picture');
  const { scene } = world;
  await waitUntil(
    () => ticker.stats().modules.length === modules.length + deferredModules.length,
    'all there',
  );
  const until = (what: () => boolean): Promise<void> =>
    waitUntil(
      () => {
        ticker.tick(1 / 60);
        return what();
      },
      'in time',
      { interval: 5 },
    );
  const { photo } = state;
  return {
    state,
    scene,
    ticker,
    canvas,
    until,
    async enter() {
      dispatchView(state, { kind: 'enter', mode: 'photo' });
      ticker.tick(1 / 60);
      await until(() => !state.world.settling.get());
      for (let i = 0; i < 90; i++) ticker.tick(1 / 20);
    },
    async take(format) {
      photo.format.set(format);
      orderPhoto(photo, Date.parse('2026-11-21T06:40:00Z'));
      await until(() => saved !== undefined || photo.progress.get().phase === 'failed');
      if (!saved) throw new Error(JSON.stringify(photo.progress.get()));
      return saved;
    },
    screenPixels() {
      ticker.tick(0);
      const gl = scene.renderer.getContext();
      const { width, height } = canvas;
      const upside = new Uint8Array(width * height * 4);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, upside);
      const pixels = new Uint8Array(upside.length);
      for (let y = 0; y < height; y++)
        pixels.set(upside.subarray((height - 1 - y) * width * 4, (height - y) * width * 4), y * width * 4);
      return pixels;
    },
    stop() {
      world.dispose();
      scene.renderer.forceContextLoss();
      box.remove();
    },
  };
}

/** The pixels of an image file, scaled to a size. */
export async function imagePixels(
  file: Blob,
  width: number,
  height: number,
): Promise<{ width: number; height: number; pixels: Uint8ClampedArray }> {
  const bitmap = await createImageBitmap(file);
  const surface = new OffscreenCanvas(width, height);
  const context = surface.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return {
    width: bitmap.width,
    height: bitmap.height,
    pixels: context.getImageData(0, 0, width, height).data,
  };
}

/** The rows above the caption. */
export const aboveCaption = <T extends Uint8Array | Uint8ClampedArray>(pixels: T): T =>
  pixels.subarray(0, Math.floor((pixels.length * WITHOUT_CAPTION) / 4) * 4) as T;

/** The mean difference of two images without the caption, 0 to 255. */
export function difference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  const end = Math.floor(actual.length * WITHOUT_CAPTION);
  let sum = 0;
  for (let at = 0; at < end; at++) sum += Math.abs((actual[at] as number) - (expected[at] as number));
  return sum / end;
}
