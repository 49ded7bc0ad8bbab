import { expect } from '@open-wc/testing';
import type { InstancedBufferGeometry, Mesh, ShaderMaterial, Vector4 } from 'three';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { Weather } from '../../../../data/readings/records.ts';
import { weatherLabel } from '../../../../data/readings/weather-label.ts';
import { theme } from '../../../../theme/theme.ts';
import * as weatherService from '../../../../world/terrain/weather/weather-service.ts';
import * as precipitation from '../../../../world/terrain/weather/precipitation.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

describe('precipitation', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(64, 36);
    setLevel(stage.scene, 'highest');
  });
  const stop = (): void => {
    precipitation.dispose();
    weatherService.dispose();
  };
  afterEach(() => {
    stop();
    stage.dispose();
  });
  const set = (reading: Reading<Weather>): void => stage.state.readings.weather.set(reading);
  const weather = (code: number): void =>
    set({
      state: 'live',
      source: 'weather',
      fetchedAt: 1,
      value: { temperatureF: 40, code, label: weatherLabel(code) },
    });
  const mesh = (): Mesh<InstancedBufferGeometry, ShaderMaterial> =>
    stage.scene.getObjectByName('precipitation') as Mesh<InstancedBufferGeometry, ShaderMaterial>;
  const drawn = (): number => (mesh().visible ? mesh().geometry.instanceCount : 0);
  const fall = (): Vector4 => mesh().material.uniforms['fall']?.value as Vector4;
  const step = (): void => {
    weatherService.update(0, 0.05);
    precipitation.update(0, 0.05);
  };
  const run = (seconds: number): void => {
    for (let time = 0; time < seconds; time += 0.05) step();
  };
  const start = (): void => {
    weatherService.init(stage.scene, stage.state, theme);
    precipitation.init(stage.scene, stage.state, theme);
  };
  const lyingSnow = (): number => stage.scene.weather.lyingSnow.value;

  it('draws nothing on a dry night and without a reading', () => {
    start();
    expect(drawn(), 'loading').to.equal(0);
    for (const code of [0, 2, 45, 4]) {
      weather(code);
      run(20);
      expect(drawn(), `code ${code}`).to.equal(0);
    }
    expect(stage.calls()).to.equal(0);
  });

  it('falls from the first frame: less for drizzle than for rain, less for rain than for a storm', () => {
    const counts = [53, 63, 95].map((code) => {
      weather(code);
      start();
      const count = drawn();
      expect(fall().w, 'drops').to.equal(0);
      stop();
      return count;
    });
    expect(counts[0]).to.be.greaterThan(200);
    expect(counts[1]).to.be.greaterThan((counts[0] as number) * 1.4);
    expect(counts[2]).to.be.greaterThan(counts[1] as number);
  });

  it('says that the whole picture moves while it falls', () => {
    start();
    expect(stage.scene.registry.movesEverywhere).to.equal(false);
    weather(61);
    run(5);
    expect(stage.scene.registry.movesEverywhere).to.equal(true);
    stop();
    expect(stage.scene.registry.movesEverywhere).to.equal(false);
  });

  it('ends before another kind starts: no drop turns into a flake', () => {
    weather(63);
    start();
    weather(73);
    let before = drawn();
    while (fall().w === 0) {
      step();
      if (fall().w === 0) expect(drawn()).to.be.at.most(before);
      before = drawn();
    }
    expect(before).to.be.lessThan(100);
    run(20);
    expect(drawn()).to.be.greaterThan(500);
  });

  it('lays snow on stone, and removes it with the weather and on dispose', () => {
    weather(73);
    start();
    expect(lyingSnow()).to.be.greaterThan(0.3);
    weather(0);
    run(60);
    expect(lyingSnow()).to.equal(0);
    weather(75);
    run(20);
    expect(lyingSnow()).to.be.greaterThan(0.3);
    weatherService.dispose();
    expect(lyingSnow()).to.equal(0);
  });

  it('keeps falling while the reading is stale, and stops when it fails', () => {
    const value: Weather = { temperatureF: 40, code: 63, label: 'Rain' };
    set({ state: 'stale', source: 'weather', fetchedAt: 1, cause: 'old', value });
    start();
    const raining = drawn();
    expect(raining).to.be.greaterThan(500);
    for (const reading of [
      { state: 'error', source: 'weather', cause: 'It answered 500.' },
      { state: 'empty', source: 'weather', fetchedAt: 1 },
      { state: 'offline', source: 'weather', cause: 'no network' },
    ] as const) {
      set(reading);
      run(20);
      expect(drawn(), reading.state).to.equal(0);
      weather(63);
      run(20);
    }
  });

  it('stands still and thinner under reduced motion', () => {
    weather(65);
    start();
    run(2);
    const { x, y } = fall();
    const moving = drawn();
    expect(x).to.be.greaterThan(5);
    stage.state.world.reducedMotion.set(true);
    run(2);
    expect(fall().x).to.equal(x);
    expect(fall().y).to.equal(y);
    expect(drawn()).to.be.within(1, moving * 0.6);
  });

  it('draws fewer at lower levels', () => {
    weather(63);
    start();
    const counts = (['highest', 'middle', 'low', 'lowest'] as const).map((quality) => {
      setLevel(stage.scene, quality);
      step();
      return drawn();
    });
    for (let i = 1; i < counts.length; i++) expect(counts[i]).to.be.lessThan(counts[i - 1] as number);
  });

  it('is one visible draw call that keeps text behind it readable', () => {
    const brightness = (): number => {
      stage.render();
      const pixels = stage.pixels();
      let sum = 0;
      for (let i = 1; i < pixels.length; i += 4) sum += pixels[i] as number;
      return sum / (pixels.length / 4);
    };
    start();
    const dry = brightness();
    stop();
    weather(65);
    start();
    const wet = brightness();
    expect(stage.calls()).to.equal(1);
    expect(wet).to.be.greaterThan(dry + 0.5);
    // Every drop counts fully against black: together they cover less than a sixth of the frame.
    expect(wet).to.be.lessThan(255 / 6);
  });
});
