import { expect } from '@open-wc/testing';
import { emit } from '../../../data/core/event.ts';
import { FOCUS, moveFocus, photoFormats } from '../../../data/photo/photo.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { fieldOfView } from '../../../world/core/render/renderer.ts';
import { caption, open } from './photo-home.ts';

describe('the photo mode', () => {
  it('uses the specified aperture, stops the stars and restores both, the same way at 20, 60 and 144 frames per second', async () => {
    const home = await open('lowest', true);
    const { scene, state, ticker } = home;
    // Nothing is drawn: only numbers are compared, over 1,568 frames.
    scene.renderer.render = () => undefined;
    const stars = scene.getObjectByName('stars');
    const run = (rate: number, seconds: number): void => {
      for (let i = 0; i < rate * seconds; i++) ticker.tick(1 / rate);
    };
    scene.frame.quality = 'highest';
    const found: number[][] = [];
    for (const rate of [20, 60, 144]) {
      dispatchView(state, { kind: 'toggle', mode: 'photo' });
      run(rate, 3);
      const { metres, aperture, maxBlur, sharpMetres } = scene.frame.focus;
      expect([aperture, maxBlur, sharpMetres]).to.deep.equal([0.0003, 0.008, 0]);
      expect(metres).to.equal(state.photo.focus.get());
      const turned = stars?.quaternion.toArray();
      run(rate, 1);
      expect(stars?.quaternion.toArray(), 'the stars stand still').to.deep.equal(turned);
      const place = scene.camera.position.toArray();
      dispatchView(state, { kind: 'toggle', mode: 'photo' });
      run(rate, 3);
      expect([scene.frame.focus.aperture, scene.frame.focus.maxBlur]).to.deep.equal([0.00015, 0.004]);
      found.push([metres, ...place, scene.frame.focus.metres, ...scene.camera.position.toArray()]);
    }
    for (const at of found.slice(1))
      at.forEach((value, i) => expect(value).to.be.closeTo(found[0]?.[i] ?? NaN, 0.02));
    home.stop();
  });

  it('opens on the framing of the start view, wherever the visitor stands', async () => {
    const home = await open('lowest', true);
    const { camera, player } = home.scene;
    const looking = (): number[] => [...camera.position.toArray(), camera.rotation.x, camera.rotation.y];
    home.ticker.tick(1 / 60);
    const start = looking();
    player.teleport(4, 9, 1.2, 0.3);
    for (let i = 0; i < 40; i++) home.ticker.tick(1 / 20);
    expect(looking()[0]).to.be.greaterThan(3);
    await home.enter();
    looking().forEach((value, i) => expect(value, `${i}`).to.be.closeTo(start[i] as number, 0.01));
    home.stop();
  });

  it('shows in the frame of a fixed format what its picture will show, and ends that with the mode', async () => {
    const home = await open('lowest', true);
    await home.enter();
    const { photo } = home.state;
    const { camera } = home.scene;
    photo.format.set(photoFormats.find(({ name }) => name === 'Upright')!);
    photo.frame.set(0.5);
    home.ticker.tick(1 / 60);
    const half = (degrees: number): number => Math.tan((degrees * Math.PI) / 360);
    // The frame is half as high as the window, so its field of view is that of half the window.
    const inFrame = half(camera.fov) / camera.zoom / 2;
    expect(inFrame).to.be.closeTo(half(fieldOfView(1080 / 1920)), 1e-6);
    dispatchView(home.state, { kind: 'escape' });
    for (let i = 0; i < 90; i++) home.ticker.tick(1 / 20);
    expect(camera.zoom).to.equal(1);
    home.stop();
  });

  it('takes the newest of the orders of a frame, and answers the others and those at its end', async () => {
    const home = await open('lowest', true);
    await home.enter();
    const answers: string[] = [];
    const order = (name: string): void =>
      emit(home.state.photo.take, {
        at: 0,
        caption,
        done: (photo) => void answers.push(`${name} ${photo ? 'taken' : 'not taken'}`),
      });
    order('first');
    order('second');
    await home.until(() => answers.length === 2);
    expect(answers).to.deep.equal(['first not taken', 'second taken']);
    order('third');
    home.stop();
    expect(answers.at(-1)).to.equal('third not taken');
  });

  it('focuses the middle of the orbit until the visitor changes the focus', async () => {
    const home = await open('lowest', true);
    await home.enter();
    const { photo } = home.state;
    expect(photo.focus.get()).to.equal(7.5);
    photo.focus.set(moveFocus(photo.focus.get(), -4));
    for (let i = 0; i < 10; i++) home.ticker.tick(1 / 20);
    expect(home.scene.frame.focus.metres).to.equal(5.5);
    photo.focus.set(moveFocus(FOCUS.least, -3));
    home.ticker.tick(1 / 20);
    expect(home.scene.frame.focus.metres).to.equal(0.5);
    home.stop();
  });

  it('enables the passes, pauses the governor, and disables the passes again', async () => {
    const home = await open('lowest', true);
    const { state, ticker, scene } = home;
    ticker.tick(1 / 60);
    expect(scene.frame.composed).to.equal(false);
    const { width } = home.canvas;
    dispatchView(state, { kind: 'enter', mode: 'photo' });
    ticker.tick(1 / 60);
    ticker.tick(1 / 60);
    expect(state.world.settling.get(), 'preparing').to.equal(true);
    expect(scene.frame.composed, 'drawn directly until they are there').to.equal(false);
    await home.until(() => scene.frame.composed);
    const { programs } = ticker.stats();
    // Half a minute at three frames per second.
    for (let i = 0; i < 90; i++) ticker.tick(1 / 3);
    expect(ticker.stats().programs, 'compiled before they were shown').to.equal(programs);
    expect(state.world.quality.get()).to.equal('lowest');
    expect(home.canvas.width).to.equal(width);
    dispatchView(state, { kind: 'escape' });
    ticker.tick(1 / 60);
    ticker.tick(1 / 60);
    expect(scene.frame.composed).to.equal(false);
    expect(home.canvas.width).to.equal(width);
    // The first photo looked at words in the floor that had not been drawn; a second one leaves nothing.
    const { textures } = ticker.stats();
    dispatchView(state, { kind: 'enter', mode: 'photo' });
    await home.until(() => scene.frame.composed);
    dispatchView(state, { kind: 'escape' });
    ticker.tick(1 / 60);
    ticker.tick(1 / 60);
    expect(ticker.stats().textures).to.equal(textures);
    home.stop();
  });

  it('keeps stars points of light, on the screen and in a photo of a near object', async () => {
    const home = await open('highest', true);
    const brightest = (): number => {
      const pixels = home.screenPixels();
      let max = 0;
      for (let at = 0; at < pixels.length / 3; at += 4) max = Math.max(max, pixels[at] as number);
      return max;
    };
    const {
      frame: { focus },
    } = home.scene;
    home.ticker.remove('autofocus');
    focus.aperture = 0;
    const sharp = brightest();
    focus.aperture = 0.0003;
    focus.maxBlur = 0.05;
    expect(brightest()).to.be.closeTo(sharp, 2);
    focus.sharpMetres = 0;
    expect(brightest()).to.be.closeTo(sharp, 2);
    home.stop();
  });
});
