import { expect } from '@open-wc/testing';
import { type InstancedBufferGeometry, type Mesh, type Points, Raycaster, Vector3 } from 'three';
import type { AgentSessions } from '../../../../data/readings/schemas/agent-sessions.ts';
import type { ShownText } from '../../../../world/core/scene/words.ts';
import { Picker } from '../../../../world/interaction/picker.ts';
import { theme } from '../../../../theme/theme.ts';
import * as sessions from '../../../../world/narrative/sessions/sessions.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { session, team, teamAtWork } from '../../../helpers/sessions.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

describe('the figures of agent sessions', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(320, 180);
    stage.scene.camera.position.set(0, 2, 7.5);
    stage.scene.camera.lookAt(0, 2, 0);
    setLevel(stage.scene, 'highest');
    sessions.init(stage.scene, stage.state, theme);
    sessions.update(0, 0);
  });
  afterEach(() => {
    sessions.dispose();
    stage.dispose();
  });
  const now = (): number => stage.state.now.get();
  const give = (value: AgentSessions | undefined): void => {
    const { readings } = stage.state;
    const fetchedAt = now();
    readings.sessions.set(
      value
        ? { state: 'live', source: 'reports', fetchedAt, value }
        : { state: 'empty', source: 'reports', fetchedAt, cause: 'none' },
    );
    for (let i = 0; i < 60; i++) sessions.update(0, 0.1);
    stage.render();
  };
  const calls = (): number => stage.renderer.info.render.calls;
  const mesh = (name: string) => stage.scene.getObjectByName(name) as Mesh<InstancedBufferGeometry>;
  const figures = (): number =>
    mesh('agent sessions').visible ? mesh('agent sessions').geometry.instanceCount : 0;
  const lights = (): number => {
    const points = stage.scene.getObjectByName('agent session lights') as Points;
    return points.visible ? points.geometry.drawRange.count : 0;
  };
  const attribute = (name: string): readonly number[] => [
    ...mesh('agent sessions').geometry.getAttribute(name)!.array,
  ];
  /** The label of what a ray from the eye to this point meets. */
  const labelAt = (x: number, y: number, z: number): string => {
    const { position } = stage.scene.camera;
    const ray = new Raycaster(position, new Vector3(x, y, z).sub(position).normalize());
    const met = stage.scene.interactions.all.find(({ object }) => ray.intersectObject(object).length > 0);
    return met?.interaction.label() ?? '';
  };

  it('are none, and cost no draw call, without sessions', () => {
    stage.render();
    const before = calls();
    give(teamAtWork(now()));
    expect(figures()).to.equal(5);
    expect(calls() - before).to.equal(3);
    give(undefined);
    expect(figures()).to.equal(0);
    expect(calls()).to.equal(before);
  });

  it('say who they are; one that waits stands in front with a raised arm', () => {
    give(teamAtWork(now()));
    // In the order of the queue: the first place is for the one that waits.
    expect(labelAt(1.74, 0.9, 0.2)).to.match(/^Claude Code — waits for permission, 38 min · with Bash$/);
    const [, , z, share] = attribute('place');
    expect(z).to.be.closeTo(0.2, 0.01);
    expect(share).to.be.closeTo(1, 0.01);
    expect(attribute('act')[1]).to.be.closeTo(1, 0.01);
    expect(attribute('act')[5]).to.be.closeTo(0, 0.01);
  });

  it('have names that can be read by machine, where they are; a long one keeps its number', () => {
    give(
      team([
        session({
          name: 'a folder with a long name · main 12',
          harness: 'Codex',
          state: 'waiting',
          since: now(),
        }),
        session({ name: 'Codex', state: 'working' }),
      ]),
    );
    const texts = mesh('agent session names').userData['texts'] as ShownText[];
    expect(texts.map(({ text }) => text)).to.deep.equal(['a folder with… 12', 'waits', 'Codex', 'working']);
    expect(texts[0]?.at[0]).to.be.closeTo(1.74, 0.01);
    expect(texts[2]?.at[0]).to.be.closeTo(-1.95, 0.01);
    for (const { size, at } of texts) {
      expect(size).to.be.within(0.1, 0.2);
      expect(at[1]).to.be.within(0, 0.4);
    }
  });

  it('say that they are recorded', () => {
    const value = team([session({ name: 'harbour', harness: 'Codex', state: 'waiting', since: now() })]);
    stage.state.readings.sessions.set({
      state: 'live',
      source: 'a recording',
      recorded: true,
      fetchedAt: now(),
      value,
    });
    for (let i = 0; i < 60; i++) sessions.update(0, 0.1);
    expect(labelAt(1.74, 0.9, 0.2)).to.equal('harbour (Codex) — waits for its owner, just now · a recording');
  });

  it('are visited in the order of the queue with N', () => {
    const at = now();
    const waits = (name: string, minutes: number) =>
      session({ name, state: 'waiting', since: at - minutes * 60_000 });
    give(team([waits('a', 5), session({ name: 'b', state: 'working' }), waits('c', 9)]));
    const press = (): unknown => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'n' }));
      const place = stage.state.world.goTo.get();
      return place?.kind === 'spot' && Math.round(place.x * 10) / 10;
    };
    const [first, second] = [press(), press()];
    // “c” waits longest, so it has the first place, on the right.
    expect(first).to.be.greaterThan(0);
    expect(second).to.be.lessThan(0);
    expect(press()).to.equal(first);
    stage.state.settings.set({ ...stage.state.settings.get(), shortcuts: false });
    stage.state.world.goTo.set(undefined);
    expect(press()).to.equal(false);
  });

  it('open Today', () => {
    give(teamAtWork(now()));
    const { interactions } = stage.scene;
    stage.state.panels.today.set(false);
    interactions.all[0]?.interaction.action?.run();
    expect(stage.state.panels.today.get()).to.equal(true);
  });

  it('are near the visitor only while they are there', () => {
    const near = (): unknown => {
      stage.scene.camera.position.set(1.74, 2, 2.2);
      return new Picker(stage.scene).nearest()?.label();
    };
    expect(near(), 'before any session').to.equal(undefined);
    give(teamAtWork(now()));
    expect(near()).to.match(/^Claude Code — waits/);
    give(undefined);
    expect(near(), 'after all sessions').to.equal(undefined);
  });

  it('keep their places while others come and go, and are there at once with reduced motion', () => {
    give(team([session({ name: 'a', state: 'working' }), session({ name: 'b', state: 'working' })]));
    const before = labelAt(-1.95, 0.9, -0.7);
    expect(before).to.match(/^b —/);
    give(team([session({ name: 'c', state: 'waiting' }), session({ name: 'b', state: 'working' })]));
    expect(labelAt(-1.95, 0.9, -0.7)).to.equal(before);
    stage.state.world.reducedMotion.set(true);
    give(undefined);
    stage.state.readings.sessions.set({
      state: 'live',
      source: 'reports',
      fetchedAt: now(),
      value: team([session({ name: 'd', state: 'working' })]),
    });
    sessions.update(0, 0.016);
    expect(attribute('place')[3]).to.equal(1);
  });

  it('are twelve at most; the others are lights with their number', () => {
    const many = Array.from({ length: 40 }, (_, index) => session({ name: `s${index}`, state: 'working' }));
    give(team(many, 160));
    expect(figures()).to.equal(12);
    expect(lights()).to.equal(20);
    stage.scene.camera.aspect = 0.5;
    give(team(many));
    expect(figures()).to.equal(2);
  });

  it('count the others in words, one or several, and agents of which only the number is shown', () => {
    const others = (value: AgentSessions): string[] => {
      give(value);
      const texts = mesh('agent session names').userData['texts'] as ShownText[];
      return texts.slice(-2).map(({ text }) => text);
    };
    const one = [session({ name: 'a', state: 'working' })];
    expect(others(team(one, 1))).to.deep.equal(['1 more', 'session']);
    expect(others(team(one, 2))).to.deep.equal(['2 more', 'sessions']);
    const onlyCounts: AgentSessions = { ...team(one, 1), audience: 'counts', sessions: [] };
    expect(others(onlyCounts)).to.deep.equal(['1 agent', '1 at work']);
  });

  it('have a spark for each sub-agent, up to six', () => {
    const agents = Array.from({ length: 3 }, () => ({ name: 'Explore', state: 'working' as const }));
    give(team([session({ name: 'a', state: 'working', agents, moreAgents: 40 })]));
    expect(lights()).to.equal(6);
    give(team([session({ name: 'a', state: 'working', agents })]));
    expect(lights()).to.equal(3);
  });

  it('are those of the moment during a time-lapse, with the ages of then', () => {
    give(teamAtWork(now()));
    const { timeLapse } = stage.state;
    const origin = { source: 'what the home has stored', fetchedAt: 0 };
    const frames = (): void => {
      for (let i = 0; i < 60; i++) sessions.update(0, 0.1);
    };
    timeLapse.sessions.set({ state: 'empty', cause: 'none', ...origin });
    frames();
    expect(figures()).to.equal(0);
    expect(labelAt(1.74, 0.9, 0.2)).to.equal('');
    const then = now() - 86_400_000;
    timeLapse.shown.set({ now: then } as never);
    const waiting = session({ name: 'Codex', state: 'waiting', since: then - 38 * 60_000 });
    timeLapse.sessions.set({ state: 'live', value: team([waiting]), ...origin });
    frames();
    expect(figures()).to.equal(1);
    expect(labelAt(1.74, 0.9, 0.2)).to.contain('waits for its owner, 38 min');
    timeLapse.shown.set(undefined);
    timeLapse.sessions.set(undefined);
    frames();
    expect(figures()).to.equal(5);
  });

  it('leave nothing behind', () => {
    give(teamAtWork(now()));
    expectNothingLeft(stage, sessions);
    stage = createTestStage();
    sessions.init(stage.scene, stage.state, theme);
  });
});
