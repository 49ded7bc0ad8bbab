import { expect } from '@open-wc/testing';
import type { Color, FogExp2, InstancedMesh, Mesh, Points, ShaderMaterial, Vector3 } from 'three';
import type { WeatherLabel } from '../../../data/readings/records.ts';
import { theme } from '../../../theme/theme.ts';
import type { WorldModule } from '../../../world/core/define-module.ts';
import * as portals from '../../../world/portals/portals.ts';
import * as clouds from '../../../world/terrain/weather/clouds.ts';
import * as constellations from '../../../world/terrain/sky/constellations.ts';
import * as island from '../../../world/terrain/island/island.ts';
import * as precipitation from '../../../world/terrain/weather/precipitation.ts';
import * as scenery from '../../../world/terrain/island/scenery.ts';
import * as sky from '../../../world/terrain/sky/sky.ts';
import * as stars from '../../../world/terrain/sky/stars.ts';
import * as weatherService from '../../../world/terrain/weather/weather-service.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { type TestStage, createTestStage, setLevel } from '../../helpers/stage.ts';

const terrain: readonly WorldModule[] = [
  weatherService,
  sky,
  stars,
  constellations,
  island,
  scenery,
  clouds,
  precipitation,
];

/** In Greenwich, where a home without a configured place is. */
const [MIDNIGHT, NOON, DUSK] = ['2024-03-20T00:07Z', '2024-06-20T12:02Z', '2024-03-20T18:28Z'] as const;
const codes: Partial<Record<WeatherLabel, number>> = { Foggy: 45, Rain: 63, Thunderstorm: 95 };

describe('the terrain', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(64, 36);
  });
  afterEach(() => {
    for (const module of [...terrain, portals]) module.dispose?.();
    stage.dispose();
  });
  const start = (...modules: readonly WorldModule[]): void => {
    for (const module of modules) module.init(stage.scene, stage.state, theme);
  };
  const value = <T>(name: string, key: string): T => {
    const mesh = stage.scene.getObjectByName(name) as Mesh<never, ShaderMaterial>;
    return mesh.material.uniforms[key]?.value as T;
  };
  const uniform = (name: string, key: string): number => value(name, key);
  const starlight = (): number => value<Vector3>('stars', 'shown').z;
  const twinkle = (): number => value<Vector3>('stars', 'shown').y;
  const lightning = (): number => value<Vector3>('clouds', 'flash').z;
  const weather = (label: WeatherLabel): void =>
    stage.state.readings.weather.set({
      state: 'live',
      source: 'weather',
      fetchedAt: 1,
      value: { temperatureF: 50, code: codes[label] ?? 0, label },
    });
  const run = (seconds: number, ...modules: readonly WorldModule[]): void => {
    for (let time = 0; time < seconds; time += 0.05) for (const module of modules) module.update(time, 0.05);
  };

  it('is at most twelve draw calls and eighty thousand triangles, at any level', () => {
    setPortals(
      stage.state,
      Array.from({ length: 12 }, (_unused, i) => portal(`p${i}`)),
    );
    weather('Thunderstorm');
    start(...terrain);
    for (const quality of ['lowest', 'highest'] as const) {
      setLevel(stage.scene, quality);
      for (const module of terrain) module.update(1, 0.05);
      stage.render();
      const { calls, triangles } = stage.renderer.info.render;
      expect(calls).to.be.within(8, 12);
      expect(triangles).to.be.within(15_000, 80_000);
    }
  });

  /** Mean of one channel in a part of the picture: shares from the lower left, red 0 to blue 2. */
  const tone = (channel: number, y: number, from = 0, to = 1): number => {
    const pixels = stage.pixels();
    const row = Math.floor(y * 36);
    let sum = 0;
    for (let x = Math.floor(from * 64); x < Math.floor(to * 64); x++)
      sum += pixels[(row * 64 + x) * 4 + channel] as number;
    return sum / (Math.floor(to * 64) - Math.floor(from * 64));
  };
  const drawAt = (time: string, ...modules: readonly WorldModule[]): void => {
    stage.state.now.set(Date.parse(time));
    for (const module of modules) module.update(1, 0.05);
    stage.render();
  };

  it('draws a visible night at any hour: darker above, paler along the horizon', () => {
    start(...terrain);
    for (const time of [MIDNIGHT, '2024-03-20T06:00Z', NOON, DUSK]) {
      drawAt(time, ...terrain);
      // The horizon is slightly below the middle.
      expect(tone(1, 0.52), time).to.be.greaterThan(tone(1, 0.95) * 1.5);
      expect(tone(1, 0.2), time).to.be.greaterThan(8);
    }
  });

  it('has the hour of the home’s place: a bright noon, an amber band at dusk, fewer stars by day', () => {
    start(weatherService, sky, stars);
    drawAt(MIDNIGHT, weatherService, stars);
    const night = tone(1, 0.8);
    expect(starlight()).to.be.greaterThan(0.7);
    drawAt(DUSK, weatherService, stars);
    // On the right, where the sun has set, it is warmer than on the left.
    const warmth = (from: number, to: number): number => tone(0, 0.52, from, to) - tone(2, 0.52, from, to);
    expect(warmth(0.8, 1)).to.be.greaterThan(warmth(0, 0.2) + 20);
    drawAt(NOON, weatherService, stars);
    expect(tone(1, 0.8)).to.be.greaterThan(night + 2.5);
    expect(starlight()).to.be.lessThan(0.4);
    // Another place has another hour.
    const config = stage.state.config.get();
    stage.state.config.set({ ...config, weather: { ...config.weather, longitude: 180 } });
    drawAt(NOON, weatherService, stars);
    expect(starlight()).to.be.greaterThan(0.5);
  });

  it('lights the stone in the colour of the hour', () => {
    start(weatherService, island);
    const lit = (): number => value<Color>('ground', 'sunLight').r;
    drawAt(MIDNIGHT, weatherService);
    expect(lit()).to.equal(0);
    drawAt(DUSK, weatherService);
    expect(lit()).to.be.greaterThan(0.2);
  });

  it('moves sun and stars through the day of a time-lapse, and cuts to another day', () => {
    const { state, scene } = stage;
    setLevel(scene, 'lowest');
    state.now.set(Date.parse(NOON));
    start(weatherService, stars);
    const points = scene.getObjectByName('stars') as Points;
    run(1, weatherService, stars);
    const [before, sun] = [points.quaternion.clone(), scene.weather.sun.clone()];
    const show = (hours: number): void =>
      state.timeLapse.shown.set({
        now: Date.parse(NOON) - hours * 3_600_000,
        commits: state.readings.commits.get(),
        knownSince: undefined,
        passed: 0,
        latest: undefined,
      });
    show(20);
    run(0.05, weatherService, stars);
    const start20 = scene.weather.instant;
    expect(start20).to.equal(Date.parse(NOON) - 20 * 3_600_000);
    expect(points.quaternion.angleTo(before)).to.be.greaterThan(0.5);
    expect(scene.weather.sun.distanceTo(sun)).to.be.greaterThan(0.2);
    // Its steps are followed smoothly.
    show(19);
    run(0.05, weatherService);
    expect(scene.weather.instant).to.be.within(start20! + 60_000, start20! + 1_800_000);
    run(8, weatherService);
    expect(scene.weather.instant).to.equal(start20! + 3_600_000);
    state.world.reducedMotion.set(true);
    const still = points.quaternion.clone();
    run(1, weatherService, stars);
    expect(points.quaternion.equals(still)).to.equal(true);
  });

  it('changes clouds and stars with the weather', () => {
    stage.state.now.set(Date.parse(MIDNIGHT));
    weather('Clear');
    start(weatherService, stars, clouds);
    expect(starlight()).to.equal(1);
    expect(uniform('clouds', 'cover')).to.equal(0);
    weather('Rain');
    run(30, weatherService, stars, clouds);
    expect(starlight()).to.be.lessThan(0.25);
    expect(uniform('clouds', 'cover')).to.be.greaterThan(0.8);
  });

  it('thickens the fog with the weather, and restores it on dispose', () => {
    weather('Foggy');
    const fog = stage.scene.fog as FogExp2;
    const { density } = fog;
    const color = fog.color.getHex();
    start(weatherService, sky);
    expect(fog.density).to.be.greaterThan(density * 2);
    sky.dispose();
    expect(fog.density).to.equal(density);
    expect(fog.color.getHex()).to.equal(color);
  });

  it('hides the distance, sky and sea in fog, and not on a clear night', () => {
    weather('Clear');
    start(weatherService, sky, clouds);
    const deck = value<Vector3>('sky', 'deck');
    expect(deck.x).to.equal(0);
    expect(uniform('clouds', 'mist')).to.equal(0);
    weather('Foggy');
    run(30, weatherService, clouds);
    expect(uniform('clouds', 'mist')).to.be.greaterThan(0.01);
    weather('Thunderstorm');
    run(30, weatherService, sky);
    expect(deck.x).to.be.greaterThan(0.8);
    expect(deck.y).to.be.greaterThan(0.9);
  });

  it('turns the stars more slowly as the camera approaches the overview', () => {
    setLevel(stage.scene, 'highest');
    start(stars);
    run(1, stars);
    const points = stage.scene.getObjectByName('stars') as Points;
    const before = points.quaternion.clone();
    stage.scene.frame.overview = 1;
    run(1, stars);
    expect(points.quaternion.equals(before)).to.equal(true);
    stage.scene.frame.overview = 0.5;
    run(1, stars);
    expect(points.quaternion.equals(before)).to.equal(false);
  });

  it('lights the sky and the sea of clouds at once', () => {
    weather('Thunderstorm');
    start(weatherService, sky, clouds);
    for (let time = 0; time < 30; time += 0.05) {
      weatherService.update(time, 0.05);
      sky.update(time, 0.05);
      clouds.update(time, 0.05);
      expect(value<Vector3>('sky', 'flash').z).to.be.closeTo(lightning(), 1e-9);
    }
  });

  it('glows in a thunderstorm, and never under reduced motion', () => {
    const brightest = (): number => {
      let most = 0;
      for (let time = 0; time < 40; time += 0.05) {
        run(0.05, weatherService, clouds);
        most = Math.max(most, lightning());
      }
      return most;
    };
    weather('Thunderstorm');
    start(weatherService, clouds);
    expect(brightest()).to.be.greaterThan(0.5);
    stage.state.world.reducedMotion.set(true);
    run(2, weatherService, clouds);
    expect(brightest()).to.equal(0);
  });

  it('stands still under reduced motion, and the stars also at the lowest level', () => {
    setLevel(stage.scene, 'highest');
    start(...terrain);
    run(1, stars);
    const sky0 = (stage.scene.getObjectByName('stars') as Points).quaternion.clone();
    const drift = uniform('clouds', 'drift');
    const time = uniform('ground', 'time');
    expect(twinkle()).to.equal(1);
    setLevel(stage.scene, 'lowest');
    run(1, stars);
    expect(twinkle()).to.equal(0);
    setLevel(stage.scene, 'highest');
    stage.state.world.reducedMotion.set(true);
    run(1, ...terrain);
    expect(twinkle()).to.equal(0);
    expect((stage.scene.getObjectByName('stars') as Points).quaternion.equals(sky0)).to.equal(true);
    expect(uniform('clouds', 'drift')).to.equal(drift);
    expect(uniform('ground', 'time')).to.equal(time);
  });

  it('lays a path to each portal of the registry, again when it changes', () => {
    start(portals, scenery);
    const paths = stage.scene.getObjectByName('paths') as InstancedMesh;
    const alone = paths.count;
    setPortals(stage.state, [portal('a'), portal('b')]);
    run(0.05, portals, scenery);
    const two = paths.count;
    expect(two).to.be.greaterThan(alone + 10);
    setPortals(stage.state, [portal('a')]);
    run(0.05, portals, scenery);
    expect(paths.count).to.be.within(alone + 5, two - 5);
  });

  it('draws fewer stones at the lowest level and all of them again above', () => {
    setLevel(stage.scene, 'lowest');
    start(scenery);
    const stones = stage.scene.getObjectByName('stones') as InstancedMesh;
    const few = stones.count;
    setLevel(stage.scene, 'highest');
    scenery.update(0, 0.05);
    expect(stones.count).to.be.greaterThan(few * 1.5);
  });
});
