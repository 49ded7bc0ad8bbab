import { expect } from '@open-wc/testing';
import { Color, type Mesh, type Object3D, type ShaderMaterial, Vector3, type Vector4 } from 'three';
import { defaultConfig } from '../../../../data/config/config.ts';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { Weather } from '../../../../data/readings/records.ts';
import { type State, createState } from '../../../../data/state.ts';
import { type ColorName, theme } from '../../../../theme/theme.ts';
import * as earth from '../../../../world/panels/globe/earth.ts';
import { GLOBE_PLACE } from '../../../../world/panels/globe/globe.ts';
import { LABEL_WIDTH } from '../../../../world/panels/globe/pin-label.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';
import { textsOn } from '../../../helpers/painted-text.ts';

/** 2024-03-20, near the equinox: at 12 UTC the sun is over Greenwich, at 0 UTC on the other side. */
const NOON = Date.parse('2024-03-20T12:07Z');
const MIDNIGHT = NOON - 43_200_000;
const sky: Weather = { temperatureF: 30, code: 75, label: 'Snow' };
const source = 'weather.example';

describe('the Earth', () => {
  let stage: TestStage;
  let state: State;
  const start = (weather = { ...defaultConfig.weather, latitude: 0, longitude: 0 }, now = NOON): void => {
    stage = createTestStage(64, 64);
    state = createState({ ...defaultConfig, weather }, { now });
    earth.init(stage.scene, state, theme);
  };
  afterEach(() => {
    earth.dispose();
    stage.dispose();
  });
  const mesh = (name: string): Mesh<never, ShaderMaterial> =>
    stage.scene.getObjectByName(name) as Mesh<never, ShaderMaterial>;
  const glow = (): Mesh<never, ShaderMaterial> =>
    (stage.scene.getObjectByName('earth') as Object3D).children[1] as Mesh<never, ShaderMaterial>;
  const texts = (): string[] => textsOn(glow()).toReversed();
  const vector = (name: string): Vector4 => glow().material.uniforms[name]?.value as Vector4;
  const pinColor = (): string => {
    const { x, y, z } = vector('mark');
    return new Color(x, y, z).getHexString();
  };
  const colorOf = (name: ColorName): string => new Color(theme.colors[name]).getHexString();
  const weather = (reading: Reading<Weather>): void => {
    state.readings.weather.set(reading);
    earth.update(1, 1 / 60);
  };
  /** Brightness of the centre of the globe, seen from the south at its height. */
  const brightness = (): number => {
    stage.scene.camera.position.set(GLOBE_PLACE.x, GLOBE_PLACE.y, GLOBE_PLACE.z + 9);
    stage.scene.camera.lookAt(GLOBE_PLACE.x, GLOBE_PLACE.y, GLOBE_PLACE.z);
    for (let i = 0; i < 400; i++) earth.update(i, 0.5);
    stage.render();
    const pixels = stage.pixels();
    let sum = 0;
    for (let y = 16; y < 48; y++) for (let x = 16; x < 48; x++) sum += pixels[(y * 64 + x) * 4 + 2] as number;
    return sum / 1024;
  };

  it('shows each state of the weather in words, mark and pin colour', () => {
    start();
    const place = '0.00° N, 0.00° E';
    expect(texts()).to.deep.equal(['Asking', place]);
    expect(pinColor()).to.equal(colorOf('readingLoading'));
    weather({ state: 'live', source, value: sky, fetchedAt: NOON });
    expect(texts()).to.deep.equal(['30°F Snow', place]);
    expect(pinColor()).to.equal(colorOf('readingLive'));
    weather({ state: 'stale', source, value: sky, fetchedAt: NOON, cause: 'old' });
    expect(texts()).to.deep.equal(['30°F Snow', `Stale · ${place}`]);
    expect(pinColor()).to.equal(colorOf('readingStale'));
    weather({ state: 'empty', source, fetchedAt: NOON });
    expect(texts()).to.deep.equal(['Empty', place]);
    expect(pinColor()).to.equal(colorOf('readingEmpty'));
    weather({ state: 'error', source, cause: 'It answered 502.' });
    expect(texts()).to.deep.equal(['ERROR', place]);
    expect(pinColor()).to.equal(colorOf('error'));
    weather({ state: 'offline', source, value: sky, fetchedAt: NOON, cause: 'no network' });
    expect(texts()).to.deep.equal(['30°F Snow', `No network · ${place}`]);
    expect(pinColor()).to.equal(colorOf('readingOffline'));
  });

  it('shortens a long place at the pin, not in the hint', () => {
    const place = 'Frankfurt am Main, Hessen, Bundesrepublik Deutschland';
    start({ ...defaultConfig.weather, place });
    expect(texts()[1]).to.match(/^Frankfurt am Main, .+…$/);
    expect(vector('head').w, 'half of the plate').to.be.at.most(LABEL_WIDTH / 2);
    expect(stage.scene.interactions.all[0]?.interaction.label()).to.include(place);
  });

  it('is brighter on the day side', () => {
    start();
    const day = brightness();
    state.now.set(MIDNIGHT);
    const night = brightness();
    expect(day).to.be.greaterThan(night * 2);
    expect(night, 'but not a hole in the sky').to.be.greaterThan(4);
    expect(day, 'and no lamp').to.be.lessThan(215);
  });

  it('turns the sun with the globe: at the place’s noon it shines from the viewer', () => {
    start();
    const { camera } = stage.scene;
    for (let i = 0; i < 200; i++) earth.update(i, 0.5);
    // A swing takes 64 s, so after 100 s the globe is turned a little to one side. The limit below allows for
    // that.
    const eye = camera.position.clone().sub(new Vector3(GLOBE_PLACE.x, GLOBE_PLACE.y, GLOBE_PLACE.z));
    const { x, y, z } = vector('sun');
    expect(new Vector3(x, y, z).angleTo(eye)).to.be.lessThan(0.3);
    expect(new Vector3(x, y, z).length()).to.be.closeTo(1, 1e-5);
  });

  it('keeps the pin visible to a visitor who walks around it', () => {
    start({ ...defaultConfig.weather, latitude: 51.5, longitude: 0 });
    const { camera } = stage.scene;
    for (const [x, z] of [
      [0, 17],
      [30, -30],
      [16, -40],
      [-10, -20],
    ] as const) {
      camera.position.set(x, 1.7, z);
      for (let i = 0; i < 60; i++) earth.update(i, 0.5);
      const eye = camera.position.clone().sub(new Vector3(GLOBE_PLACE.x, GLOBE_PLACE.y, GLOBE_PLACE.z));
      const head = vector('head');
      expect(new Vector3(head.x, head.y, head.z).angleTo(eye)).to.be.lessThan(1.1);
    }
  });

  it('stands still under reduced motion', () => {
    start();
    state.world.reducedMotion.set(true);
    earth.update(0, 0.1);
    const before = mesh('earth-globe').quaternion.clone();
    stage.scene.camera.position.set(30, 1.7, -30);
    for (let i = 0; i < 50; i++) earth.update(i, 0.5);
    expect(mesh('earth-globe').quaternion.angleTo(before)).to.be.lessThan(1e-6);
    state.world.reducedMotion.set(false);
    for (let i = 0; i < 50; i++) earth.update(i, 0.5);
    expect(mesh('earth-globe').quaternion.angleTo(before)).to.be.greaterThan(0.2);
  });

  it('follows a place that is configured later, even at the poles', () => {
    start();
    for (const [latitude, longitude, text] of [
      [-33.87, 151.21, '33.87° S, 151.21° E'],
      [90, 0, '90.00° N, 0.00° E'],
      [-90, -180, '90.00° S, 180.00° W'],
    ] as const) {
      state.config.set({ ...defaultConfig, weather: { ...defaultConfig.weather, latitude, longitude } });
      earth.update(1, 1 / 60);
      stage.render();
      expect(texts()[1]).to.equal(text);
      const { x, y, z } = vector('head');
      expect(Number.isFinite(x + y + z)).to.equal(true);
    }
  });

  it('omits atmosphere and fine shading at the lowest level, and is sharper at a higher one', () => {
    start();
    const map = (): HTMLCanvasElement => mesh('earth-globe').material.uniforms['map']?.value.image;
    const lowest = { width: map().width, corners: glow().geometry['drawRange']['count'] as number };
    expect(mesh('earth-globe').material.defines).not.to.have.property('FINE');
    weather({ state: 'live', source, value: sky, fetchedAt: NOON });
    setLevel(stage.scene, 'highest');
    earth.update(1, 1 / 60);
    expect(mesh('earth-globe').material.defines).to.have.property('FINE');
    expect(map().width).to.be.greaterThan(lowest.width);
    expect(glow().geometry['drawRange']['count']).to.be.greaterThan(lowest.corners);
    expect(texts()[0], 'and keeps its words').to.equal('30°F Snow');
  });

  it('is two draw calls of a few thousand triangles', () => {
    start();
    setLevel(stage.scene, 'highest');
    earth.update(1, 1 / 60);
    stage.scene.camera.lookAt(GLOBE_PLACE.x, GLOBE_PLACE.y, GLOBE_PLACE.z);
    expect(stage.calls()).to.equal(2);
    expect(stage.renderer.info.render.triangles).to.be.lessThan(4000);
  });

  it('names itself and its source', () => {
    start();
    weather({ state: 'live', source, value: sky, fetchedAt: NOON - 240_000 });
    const hint = stage.scene.interactions.all[0]?.interaction.label();
    expect(hint).to.contain('The Earth');
    expect(hint).to.contain('30°F Snow');
    expect(hint).to.contain('weather.example · 4 min ago');
  });
});
