import { expect } from '@open-wc/testing';
import { Box3, BoxGeometry, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { StillPicture } from '../../../../world/core/render/still-picture.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';
import { setReadings } from '../../../helpers/home-readings.ts';
import { teamAtWork } from '../../../helpers/sessions.ts';
import { start } from '../../started-world.ts';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { Weather } from '../../../../data/readings/records.ts';

describe('the picture while the camera stands still', () => {
  let stage: TestStage;
  let picture: StillPicture;
  let seconds: number;
  /** A figure that moves between posts that stand before and behind it. */
  let figure: Mesh;
  const box = new Box3();

  const post = (x: number, z: number, color: number): Mesh => {
    const mesh = new Mesh(new BoxGeometry(0.8, 3, 0.8), new MeshBasicMaterial({ color }));
    mesh.position.set(x, 2, z);
    stage.scene.add(mesh);
    return mesh;
  };
  const moveTo = (x: number): void => {
    figure.position.x = x;
    box.setFromObject(figure);
  };
  /** Draws a frame. Returns whether it was drawn whole. */
  const draw = (after: number, rests = false): boolean => picture.render((seconds += after), rests);
  /** The largest difference of a channel between the shown picture and one that is drawn whole. */
  const difference = (): number => {
    const shown = stage.pixels();
    stage.render();
    return stage.pixels().reduce((most, value, i) => Math.max(most, Math.abs(value - (shown[i] ?? 0))), 0);
  };
  /** Ten frames of a second, in which the eased things of a real home come to rest. */
  const settle = (): void => {
    for (let i = 0; i < 40; i++) draw(0.1);
  };

  beforeEach(() => {
    stage = createTestStage(160, 90);
    seconds = 5;
    post(-3, 2, 0xff0000);
    post(3, -2, 0x00ff00);
    figure = post(0, 0, 0xffffff);
    moveTo(0);
    stage.scene.registry.movingParts.set(figure, [{ box, hertz: 10 }]);
    picture = new StillPicture(stage.scene);
    settle();
  });
  afterEach(() => {
    picture.dispose();
    stage.dispose();
  });

  it('draws only what moves, also where it was before, and as a whole picture would show it', () => {
    expect(draw(0.1)).to.equal(false);
    for (const x of [0.5, 2.8, 3.2, -2.9, -6, 40, 0]) {
      moveTo(x);
      while (draw(0.1)) moveTo(x);
      expect(difference(), `at ${x}`).to.be.lessThan(3);
    }
  });

  it('draws a part as often as it asks for, and half as often at rest', () => {
    while (!draw(0.1));
    moveTo(2);
    draw(0.05);
    expect(difference(), 'too early').to.be.greaterThan(30);
    draw(0.05);
    expect(difference()).to.be.lessThan(3);
    moveTo(-2);
    draw(0.1, true);
    expect(difference(), 'too early at rest').to.be.greaterThan(30);
    draw(0.1, true);
    expect(difference()).to.be.lessThan(3);
  });

  it('removes a part that has gone', () => {
    box.makeEmpty();
    figure.visible = false;
    while (draw(0.1)) figure.visible = false;
    expect(difference()).to.be.lessThan(3);
  });

  it('shows other changes within a second, and at once after the camera has stopped', () => {
    while (!draw(0.1));
    const other = post(5, 0, 0x0000ff);
    draw(0.1);
    expect(difference()).to.be.greaterThan(30);
    for (let i = 0; i < 10; i++) draw(0.1);
    expect(difference()).to.be.lessThan(3);
    other.position.x = 6;
    picture.forget();
    expect(draw(0.05)).to.equal(true);
    expect(difference()).to.be.lessThan(3);
  });

  it('shows another sky as a whole, and not first behind what moves', () => {
    while (!draw(0.1));
    moveTo(1);
    expect(draw(0.1)).to.equal(false);
    const { weather } = stage.scene;
    weather.zenith.setRGB(0.2, 0.1, 0.1);
    expect(draw(0.1)).to.equal(true);
    weather.cover += 0.1;
    expect(draw(0.05), 'too early').to.equal(false);
    expect(draw(0.05)).to.equal(true);
    moveTo(0);
    expect(draw(0.1)).to.equal(false);
  });

  it('draws what moves before the clouds of the whole picture', () => {
    const { deck } = stage.scene.weather;
    const drifts: number[] = [];
    figure.onBeforeRender = () => drifts.push(deck.z);
    deck.z = 5;
    while (!draw(0.1));
    deck.z = 6;
    moveTo(1);
    expect(draw(0.1)).to.equal(false);
    expect(drifts.at(-1)).to.equal(5);
    expect(deck.z).to.equal(6);
    while (!draw(0.1));
    expect(drifts.at(-1)).to.equal(6);
  });

  it('draws the whole picture, ten times a second, if a moving part is so near that it covers most of it', () => {
    while (!draw(0.1));
    moveTo(2);
    box.setFromCenterAndSize(stage.scene.camera.position, new Vector3(4, 4, 4));
    const frames = Array.from({ length: 20 }, () => draw(0.05));
    expect(frames.filter(Boolean).length).to.be.within(5, 10);
    while (!draw(0.05));
    expect(difference()).to.be.lessThan(3);
  });

  it('leaves camera and scene as they were', () => {
    const { camera, frame } = stage.scene;
    // The aspect ratio of a box whose size is no whole number of pixels.
    camera.aspect = 1.7801;
    camera.updateProjectionMatrix();
    const lens = camera.projectionMatrix.clone();
    const { y } = frame.pixels.value;
    moveTo(1);
    while (draw(0.1)) moveTo(1.1);
    expect(camera.projectionMatrix.equals(lens)).to.equal(true);
    expect(camera.aspect).to.equal(1.7801);
    expect(frame.pixels.value.y).to.equal(y);
    expect(stage.scene.matrixWorldAutoUpdate).to.equal(true);
    expect(stage.renderer.getRenderTarget()).to.equal(null);
  });
});

describe('the moving parts of the home', () => {
  it('are all drawn: where the visitor looks, a kept picture is like a whole one', async () => {
    const { world, state, ticker, stop } = await start('lowest');
    if (!world) throw new Error('no WebGL');
    const { scene } = world;
    const { renderer } = scene;
    setReadings(state);
    const { readings } = state;
    const { now } = state;
    readings.weather.set({
      ...readings.weather.get(),
      value: { temperatureF: 40, code: 0, label: 'Clear' },
    } as Reading<Weather>);
    readings.sessions.set({
      state: 'live',
      source: 'agents',
      value: teamAtWork(now.get()),
      fetchedAt: now.get(),
    });
    for (let i = 0; i < 200; i++) ticker.tick(0.05);
    expect(scene.registry.movesEverywhere).to.equal(false);
    const picture = new StillPicture(scene);
    const { width, height } = picture.target;
    const read = (): Uint8Array => {
      const pixels = new Uint8Array(width * height * 4);
      renderer.readRenderTargetPixels(picture.target, 0, 0, width, height, pixels);
      return pixels;
    };
    let drawnInParts = 0;
    for (let turn = 0; turn < 12; turn++) {
      scene.player.teleport(Math.sin(turn) * 9, Math.cos(turn) * 9, turn * 2.4, 0.1);
      picture.forget();
      for (let i = 0; i < 40; i++) {
        ticker.tick(0.05);
        // Every part in each frame, so that no part is old.
        for (const part of scene.registry.movingParts.all) Object.assign(part, { hertz: 1000 });
        if (!picture.render(turn * 10 + i * 0.05, false)) drawnInParts++;
      }
      const kept = read();
      picture.forget();
      picture.render(turn * 10 + 3, false);
      const whole = read();
      let different = 0;
      for (let at = 0; at < kept.length; at++)
        if (Math.abs((kept[at] ?? 0) - (whole[at] ?? 0)) > 24) different++;
      expect(different / kept.length, `turn ${turn}`).to.be.lessThan(0.01);
    }
    expect(drawnInParts).to.be.greaterThan(100);
    picture.dispose();
    stop();
  });
});
