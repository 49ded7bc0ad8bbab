import { expect } from '@open-wc/testing';
import { emit } from '../../../data/core/event.ts';
import type { State } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { Cues } from '../../../world/audio/cues.ts';
import type { Patch, SoundPlace, Voice, Voices } from '../../../world/audio/voices.ts';
import * as fireworks from '../../../world/effects/events/fireworks.ts';
import * as weatherService from '../../../world/terrain/weather/weather-service.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

interface Played {
  readonly after: number;
  readonly place: SoundPlace | undefined;
}

/** Writes down what would be played. */
function listeningChoir() {
  const played: Played[] = [];
  let let_go = 0;
  const choir = {
    play: (_recipe: Patch, after = 0, place?: SoundPlace) => {
      played.push({ after, place });
      return {} as Voice;
    },
    letGo: () => void let_go++,
  } as unknown as Voices;
  return { choir, played, letGo: () => let_go };
}

describe('the cues of the sound', () => {
  let stage: TestStage;
  let state: State;
  beforeEach(() => {
    stage = createTestStage(16, 9);
    ({ state } = stage);
  });
  afterEach(() => stage.dispose());

  it('let each shell be heard where it opens, after it has been seen', () => {
    fireworks.init(stage.scene, state, theme);
    const cues = new Cues(state);
    const { choir, played } = listeningChoir();
    cues.update(0, undefined);
    emit(state.fireworks, 'milestone one');
    for (let frame = 0; frame < 10; frame++) {
      fireworks.update(0, 1 / 60);
      cues.update(1 / 60, choir);
    }
    const shells = played.filter(({ place }) => place && place.y > 10);
    const { shells: up = [] } = fireworks.fireworkShow() ?? {};
    expect(shells.map(({ place }) => place)).to.deep.equal(up.filter((shell) => shell !== undefined));
    for (const { after, place } of shells) {
      const { opensAt, x, y, z } = place as SoundPlace & { opensAt: number };
      // In the first frame the clock stood at one sixtieth.
      expect(after).to.be.closeTo(opensAt - 1 / 60 + Math.hypot(x, y, z) / 343, 1e-6);
    }
    // And once, low, the ring that goes over the island.
    expect(played.length - shells.length).to.equal(1);
    fireworks.dispose();
  });

  it('under reduced motion let the wreath be heard once, and no shell', () => {
    state.world.reducedMotion.set(true);
    fireworks.init(stage.scene, state, theme);
    const cues = new Cues(state);
    const { choir, played } = listeningChoir();
    emit(state.fireworks, 'milestone one');
    fireworks.update(0, 1 / 60);
    cues.update(1 / 60, choir);
    expect(played.filter(({ place }) => place && place.y > 10)).to.have.length(1);
    fireworks.dispose();
  });

  it('let thunder follow each flash, by as much as it is far away', () => {
    const storm = { temperatureF: 60, code: 95, label: 'Thunderstorm' } as const;
    state.readings.weather.set({ state: 'live', source: 'weather', value: storm, fetchedAt: 0 });
    weatherService.init(stage.scene, state, theme);
    const cues = new Cues(state);
    const { choir, played } = listeningChoir();
    cues.update(0, undefined);
    let strikes = 0;
    for (let frame = 0; frame < 60 * 60; frame++) {
      weatherService.update(0, 1 / 60);
      cues.update(1 / 60, choir);
      const lightning = state.world.lightning.get().detail;
      if (played.length === strikes) continue;
      strikes++;
      const { after, place } = played.at(-1) as Played;
      expect([place?.x, place?.z]).to.deep.equal([lightning.x, lightning.z]);
      expect(after).to.be.closeTo(0.85 + Math.hypot(lightning.x, lightning.z) / 343, 1e-6);
    }
    expect(strikes).to.be.within(4, 12);
    expect(state.world.lightning.get().count).to.equal(strikes);
    weatherService.dispose();
  });

  it('crackle for agents at work, seldom, and never under reduced motion', () => {
    const agents = Array.from({ length: 8 }, (_unused, i) => ({
      name: `Agent ${i}`,
      status: 'working' as const,
      issue: null,
      prs_today: 0,
    }));
    const now = state.now.get();
    state.readings.commits.set({
      state: 'live',
      source: 'commits',
      fetchedAt: now,
      value: agents.map(({ name }, i) => ({
        sha: `a${i}`,
        author: name,
        authoredAt: now - 1000,
        title: 'Work',
      })),
    });
    state.readings.agentStatus.set({ state: 'live', source: 'agents', value: agents, fetchedAt: now });
    const cues = new Cues(state);
    const { choir, played } = listeningChoir();
    for (let frame = 0; frame < 60 * 60; frame++) cues.update(1 / 60, choir);
    expect(played.length).to.be.within(15, 75);
    expect(played.every(({ place }) => place !== undefined)).to.equal(true);
    const before = played.length;
    state.world.reducedMotion.set(true);
    for (let frame = 0; frame < 60 * 60; frame++) cues.update(1 / 60, choir);
    expect(played.length).to.equal(before);
  });

  it('begin the warp with the mode, and let it go when the visitor turns back', () => {
    const cues = new Cues(state);
    const { choir, played, letGo } = listeningChoir();
    const warp = { mode: 'warp', navigation: 'walk', portalId: 'a', href: 'https://a.example/' } as const;
    state.view.set(warp);
    for (let frame = 0; frame < 30; frame++) cues.update(1 / 60, choir);
    expect([played.length, letGo()]).to.deep.equal([1, 0]);
    state.view.set({ mode: 'normal', navigation: 'walk' });
    cues.update(1 / 60, choir);
    expect([played.length, letGo()]).to.deep.equal([1, 1]);
    state.view.set({ mode: 'overview', navigation: 'walk' });
    cues.update(1 / 60, choir);
    expect([played.length, letGo()]).to.deep.equal([1, 1]);
  });

  it('make no noise of a flood: of a hundred zaps in one frame three are heard', () => {
    const cues = new Cues(state);
    const { choir, played } = listeningChoir();
    for (let i = 0; i < 100; i++) emit(state.zap, 21);
    cues.update(1 / 60, choir);
    expect(played.map(({ after }) => after)).to.deep.equal([0, 0.17, 0.34]);
    for (let i = 0; i < 100; i++) {
      emit(state.zap, 21);
      cues.update(1 / 1000, choir);
    }
    expect(played).to.have.length(3);
  });

  it('drop a note for each commit of the day that is played back', () => {
    const cues = new Cues(state);
    const { choir, played } = listeningChoir();
    const commit = (sha: string) => ({ sha, author: 'Ada', authoredAt: 0, title: 'Draw the stars' });
    emit(state.commitFired, [commit('a1'), commit('b2')]);
    cues.update(1 / 60, choir);
    expect(played.map(({ after }) => after)).to.deep.equal([0, 0.09]);
    emit(
      state.commitFired,
      Array.from({ length: 40 }, (_unused, i) => commit(`c${i}`)),
    );
    cues.update(1 / 3, choir);
    expect(played).to.have.length(5);
  });
});
