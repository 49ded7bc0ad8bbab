import { expect } from '@open-wc/testing';
import { lumaOf } from '../../../ci/pictures/light.ts';
import type { QualityLevel } from '../../../data/world-state.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { type Photo, photoFormats } from '../../../data/photo/photo.ts';
import { takePhoto } from '../../../data/photo/take-photo.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import {
  HEIGHT,
  type Home,
  WIDTH,
  aboveCaption,
  caption,
  difference,
  imagePixels,
  open,
  orderPhoto,
  times,
} from './photo-home.ts';
import { theme } from '../../../theme/theme.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const cases: readonly (readonly [name: string, quality: QualityLevel, effects: boolean])[] = [
  ['the highest level', 'highest', true],
  ['the lowest level, with passes during photo mode', 'lowest', true],
  ['the highest level with effects switched off', 'highest', false],
];

/**
 * The pixels of the screen once they stay the same for some frames: shaders are linked in the background, and
 * objects without a linked shader are not drawn.
 */
async function steadyScreen(home: Home): Promise<Uint8Array> {
  let screen = home.screenPixels();
  let same = 0;
  await home.until(() => {
    const before = screen;
    screen = home.screenPixels();
    same = lumaOf(screen).median > 10 && difference(before, screen) < 1 ? same + 1 : 0;
    return same === 5;
  });
  return screen;
}

describe('the screenshot', () => {
  for (const [name, quality, effects] of cases)
    it(`has the chosen size and shows the same as the screen, at ${name}`, async () => {
      const home = await open(quality);
      changeSettings(home.state, { effects });
      await home.enter();
      expect(home.scene.frame.composed).to.equal(effects);
      const screen = await steadyScreen(home);
      const { width, height } = home.canvas;
      // The first photo compiles and allocates everything.
      await home.take(times(2));
      home.ticker.tick(0);
      const { programs, textures, geometries } = home.ticker.stats();
      const { elements } = home.scene.camera.projectionMatrix;
      const projection = [...elements];
      const ratio = Math.min(2, devicePixelRatio);
      for (const size of [1, 4] as const) {
        const { file, name: fileName } = await home.take(times(size));
        expect(fileName).to.equal('home-world-2026-11-21-064000.png');
        const picture = await imagePixels(file, width, height);
        expect([picture.width, picture.height]).to.deep.equal([WIDTH * ratio * size, HEIGHT * ratio * size]);
        const { median } = lumaOf(aboveCaption(picture.pixels));
        expect(median, 'not black').to.be.greaterThan(10);
        // A small screen loses pixels and smooth edges, most at the lowest level, which has a quarter of the
        // pixels and larger stars.
        expect(median).to.be.closeTo(lumaOf(aboveCaption(screen)).median, quality === 'lowest' ? 12 : 4);
        expect(difference(screen, picture.pixels), `${size}×`).to.be.lessThan(quality === 'lowest' ? 9 : 4);
      }
      expect([home.canvas.width, home.canvas.height]).to.deep.equal([width, height]);
      expect([...home.scene.camera.projectionMatrix.elements]).to.deep.equal(projection);
      home.ticker.tick(0);
      const after = home.ticker.stats();
      expect([after.programs, after.textures, after.geometries], 'nothing is left').to.deep.equal([
        programs,
        textures,
        geometries,
      ]);
      expect(difference(screen, home.screenPixels()), 'the screen goes on as it was').to.be.lessThan(2);
      home.stop();
    });

  it('has the shape of its format and the caption in its lower strip, and leaves the screen as it was', async () => {
    const home = await open('lowest', true);
    await home.enter();
    const { canvas, scene } = home;
    const { aspect } = scene.camera;
    for (const [format, width, height] of [
      ['Link', 1200, 630],
      ['Upright', 1080, 1920],
    ] as const) {
      const { file } = await home.take(photoFormats.find(({ name }) => name === format)!);
      const { pixels, ...size } = await imagePixels(file, width, height);
      expect(size).to.deep.equal({ width, height });
      const at = (x: number, y: number): string =>
        pixels
          .slice((y * width + x) * 4)
          .slice(0, 3)
          .join();
      const hex = theme.colors.panelBackground.slice(1);
      const colour = [0, 2, 4].map((from) => parseInt(hex.slice(from, from + 2), 16)).join();
      expect(at(2, height - 2)).to.equal(colour);
      expect(at(2, Math.round(height * 0.9)), 'the strip is low').not.to.equal(colour);
    }
    expect(scene.camera.aspect).to.equal(aspect);
    expect([canvas.clientWidth, canvas.clientHeight]).to.deep.equal([WIDTH, HEIGHT]);
    home.stop();
  });

  it('is cancelled when the visitor leaves photo mode, even if they return at once', async () => {
    const home = await open('lowest', true);
    await home.enter();
    const { state, ticker } = home;
    const { photo } = state;
    const saved: Photo[] = [];
    const take = (): void => void takePhoto(state, caption).then((photo) => photo && saved.push(photo));
    take();
    ticker.tick(1 / 60);
    expect(photo.progress.get().phase).to.equal('taking');
    dispatchView(state, { kind: 'escape' });
    await Promise.resolve();
    expect(photo.progress.get().phase).to.equal('idle');
    dispatchView(state, { kind: 'enter', mode: 'photo' });
    await home.until(() => !state.world.settling.get());
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      ticker.tick(1 / 60);
    }
    expect(saved).to.deep.equal([]);
    expect(photo.progress.get().phase).to.equal('idle');
    take();
    await home.until(() => saved.length === 1);
    home.stop();
  });

  it('is cancelled when its module is removed', async () => {
    const home = await open('lowest', true);
    await home.enter();
    const { photo } = home.state;
    const taken = takePhoto(home.state, caption);
    home.ticker.tick(1 / 60);
    home.ticker.remove('photo');
    expect(photo.progress.get().phase).to.equal('idle');
    expect(await taken).to.equal(undefined);
    home.stop();
  });

  it('reports a context lost meanwhile, and works again after it is restored', async () => {
    const home = await open('highest', true);
    await home.enter();
    const { photo, world } = home.state;
    const loss = home.scene.renderer.getContext().getExtension('WEBGL_lose_context');
    photo.format.set(times(4));
    orderPhoto(photo, 0);
    home.ticker.tick(1 / 60);
    await waitUntil(() => photo.progress.get().phase === 'taking');
    loss?.loseContext();
    await home.until(() => photo.progress.get().phase === 'failed');
    const progress = photo.progress.get();
    expect(progress.phase === 'failed' && progress.note).to.contain('graphics card lost the picture');
    expect(home.state.view.get().mode).to.equal('photo');
    await waitUntil(() => world.status.get().phase === 'lost');
    loss?.restoreContext();
    await home.until(() => world.status.get().phase === 'ready');
    const { programs } = home.ticker.stats();
    home.ticker.tick(1 / 60);
    expect(home.ticker.stats().programs, 'compiled before the first frame').to.equal(programs);
    const { file } = await home.take(times(1));
    expect(lumaOf((await imagePixels(file, WIDTH, HEIGHT)).pixels).median).to.be.greaterThan(10);
    home.stop();
  });
});
