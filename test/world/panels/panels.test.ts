import { expect } from '@open-wc/testing';
import {
  Color,
  type Mesh,
  type MeshBasicMaterial,
  type Object3D,
  Raycaster,
  type ShaderMaterial,
  Vector3,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import type { AdapterRecord } from '../../../data/readings/records.ts';
import { type State, createState } from '../../../data/state.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { type ColorName, theme } from '../../../theme/theme.ts';
import * as adapterBoard from '../../../world/panels/adapter-panel.ts';
import * as agentBoard from '../../../world/panels/agent-panel.ts';
import * as commitBoard from '../../../world/panels/commit-panel.ts';
import * as dualBrainBoard from '../../../world/panels/dual-brain-panel.ts';
import * as placeBoard from '../../../world/panels/location-panel.ts';
import * as portalBoard from '../../../world/panels/portal-panel.ts';
import { SovereigntyMeter } from '../../../world/panels/meter/sovereignty-meter.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';
import { type TestStage, createTestStage, setLevel } from '../../helpers/stage.ts';
import { moduleOf } from '../../helpers/module-of.ts';

const meter = moduleOf(SovereigntyMeter);
const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const failed = {
  state: 'error',
  source: 'code.example',
  cause: 'It answered 502.',
  fetchedAt: NOW - 9 * MINUTE,
} as const;
const commits = (state: State, titles: readonly string[], fetchedAt = NOW): void =>
  state.readings.commits.set({
    state: 'live',
    source: 'me/home, code.example',
    fetchedAt,
    value: titles.map((title, i) => ({
      sha: `${i}`,
      author: 'Timmy',
      authoredAt: NOW - (i + 1) * 60 * MINUTE,
      title,
    })),
  });

describe('the panels of the world', () => {
  let stage: TestStage;
  let state: State;
  beforeEach(() => {
    stage = createTestStage(48, 27);
    state = createState(
      { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Timmy'] } },
      { now: NOW },
    );
  });
  afterEach(() => {
    for (const module of [
      agentBoard,
      commitBoard,
      placeBoard,
      portalBoard,
      dualBrainBoard,
      adapterBoard,
      meter,
    ])
      module.dispose();
    stage.dispose();
  });
  const versions = (name: string): number[] => {
    const found: number[] = [];
    stage.scene.getObjectByName(name)?.traverse((object) => {
      const { map } = ((object as Mesh).material ?? {}) as MeshBasicMaterial;
      if (map && 'isCanvasTexture' in map) found.push(map.version);
    });
    return found;
  };

  it('are met on the slab alone, not in the light around it', () => {
    commitBoard.init(stage.scene, state, theme);
    const board = stage.scene.getObjectByName('commit-board') as Object3D;
    board.updateWorldMatrix(true, true);
    const meets = (x: number): boolean => {
      const from = board.localToWorld(new Vector3(x, 0, 1));
      const ray = new Raycaster(
        from,
        board
          .localToWorld(new Vector3(x, 0, 0))
          .sub(from)
          .normalize(),
      );
      return ray.intersectObject(board).length > 0;
    };
    expect(meets(1.25)).to.equal(true);
    expect(meets(1.45)).to.equal(false);
  });

  it('show what is asked for before it has come', () => {
    agentBoard.init(stage.scene, state, theme);
    commitBoard.init(stage.scene, state, theme);
    expect(agentBoard.lines()).to.include.members(['AGENTS', 'ASKING', 'AGENTS: —']);
    expect(commitBoard.lines()).to.include.members(['LAST COMMITS', 'ASKING', 'COMMITS: —']);
  });

  it('show commits with author and age, source and age at the foot', () => {
    commitBoard.init(stage.scene, state, theme);
    commits(state, ['Add a portal ring', 'Say why a portal is closed']);
    commitBoard.update(0, 0);
    expect(commitBoard.lines()).to.include.members([
      'LIVE',
      'Add a portal ring',
      'Timmy · 1 h ago',
      'Say why a portal is closed',
      'me/home, code.example · just now',
    ]);
  });

  it('are drawn again when words change, and not when only the clock ticks', () => {
    commitBoard.init(stage.scene, state, theme);
    commits(state, ['Add a portal ring']);
    commitBoard.update(0, 0);
    const [drawn] = versions('commit-board');
    state.now.set(NOW + 1000);
    commitBoard.update(0, 0);
    commitBoard.update(0, 0);
    expect(versions('commit-board')).to.deep.equal([drawn]);
    state.now.set(NOW + 2 * MINUTE);
    commitBoard.update(0, 0);
    expect(commitBoard.lines()).to.include('me/home, code.example · 2 min ago');
    expect(versions('commit-board')[0]).to.be.greaterThan(drawn as number);
  });

  it('are not drawn again by derived readings that say the same', () => {
    agentBoard.init(stage.scene, state, theme);
    commits(state, ['Add a portal ring']);
    agentBoard.update(0, 0);
    const drawn = versions('agent-board');
    for (let second = 1; second < 20; second++) {
      state.now.set(NOW + second * 1000);
      agentBoard.update(0, 0);
    }
    expect(versions('agent-board')).to.deep.equal(drawn);
  });

  it('say what is wrong in the words of the specification, with the reason at the foot', () => {
    agentBoard.init(stage.scene, state, theme);
    commitBoard.init(stage.scene, state, theme);
    state.readings.commits.set(failed);
    agentBoard.update(0, 0);
    commitBoard.update(0, 0);
    expect(agentBoard.lines()).to.include.members(['ERROR', 'AGENTS: ERROR']);
    expect(commitBoard.lines()).to.include.members(['ERROR', 'COMMITS: ERROR']);
    expect(commitBoard.lines().join(' ')).to.contain('It answered 502. · last answer 9 min ago');
    state.readings.commits.set({ state: 'empty', source: 'me/home', fetchedAt: NOW });
    commitBoard.update(0, 0);
    expect(commitBoard.lines()).to.include.members(['EMPTY', 'NO COMMITS']);
  });

  it('show agents with status, issue, pull requests and last commit', () => {
    agentBoard.init(stage.scene, state, theme);
    commits(state, ['Add a portal ring']);
    state.readings.agentStatus.set({
      state: 'live',
      source: 'agent-status.json',
      fetchedAt: NOW,
      value: [
        { name: 'Timmy', status: 'idle', issue: 'A first world', prs_today: 1 },
        { name: 'Ghost', status: 'dead', issue: null, prs_today: 0 },
      ],
    });
    agentBoard.update(0, 0);
    expect(agentBoard.lines()).to.include.members([
      'Timmy: WORKING',
      'last commit 1 h ago · 1 PR today · A first world',
      'Ghost: DEAD',
      'no commit among the latest 50 · 0 PRs today',
    ]);
  });

  it('say so where the agents’ file cannot be read, for it alone knows the dead', () => {
    agentBoard.init(stage.scene, state, theme);
    commits(state, ['Add a portal ring']);
    state.readings.agentStatus.set({ ...failed, source: 'agent-status.json' });
    agentBoard.update(0, 0);
    expect(agentBoard.lines()).to.include.members(['ERROR', 'Timmy: WORKING']);
    expect(agentBoard.lines().join(' ')).to.contain('agent-status.json · error · It answered 502');
    state.readings.agentStatus.set({ state: 'empty', source: 'agent-status.json', fetchedAt: NOW });
    agentBoard.update(0, 0);
    expect(agentBoard.lines()).to.include('LIVE');
    expect(agentBoard.lines().join(' ')).to.not.contain('agent-status.json');
  });

  it('show weather and block height side by side, and the worse of their states', () => {
    placeBoard.init(stage.scene, state, theme);
    state.readings.weather.set({
      state: 'live',
      source: 'weather.example',
      fetchedAt: NOW,
      value: { temperatureF: 71.7, code: 1, label: 'Clear' },
    });
    state.readings.blockHeight.set({ ...failed, source: 'chain.example' });
    placeBoard.update(0, 0);
    expect(placeBoard.lines()).to.include.members(['71.7°F Clear', 'ERROR', 'block height']);
    expect(placeBoard.lines()[0]).to.equal('ERROR');
    state.readings.blockHeight.set({ state: 'live', source: 'chain.example', fetchedAt: NOW, value: 918273 });
    placeBoard.update(0, 0);
    expect(placeBoard.lines()).to.include.members(['LIVE', '71.7°F Clear', '918273']);
    state.readings.blockHeight.set({ ...state.readings.blockHeight.get(), recorded: true });
    placeBoard.update(0, 0);
    expect(placeBoard.lines()).to.include('RECORDED').and.not.include('LIVE');
    state.readings.blockHeight.set({ ...failed, source: 'chain.example', recorded: true });
    placeBoard.update(0, 0);
    expect(placeBoard.lines()[0]).to.equal('ERROR');
  });

  it('show a dash for each category of the dual brain, and what it waits for', () => {
    dualBrainBoard.init(stage.scene, state, theme);
    expect(dualBrainBoard.lines()).to.include.members([
      'DUAL BRAIN',
      'EMPTY',
      'AWAITING DEPLOYMENT',
      'Triage: —',
      'Tool Use: —',
      'Code Gen: —',
      'Planning: —',
      'Communication: —',
      'Reasoning: —',
      'no source is connected',
    ]);
    const drawn = versions('dual-brain-board');
    state.now.set(NOW + 60 * MINUTE);
    dualBrainBoard.update(0, 0);
    expect(versions('dual-brain-board')).to.deep.equal(drawn);
  });

  it('list adapters in every state of their file', () => {
    const source = 'adapters.json';
    const value = [
      { name: 'review', status: 'active', base: 'small', note: 'reads pull requests' },
      { name: 'triage', status: 'training' },
    ] as const;
    adapterBoard.init(stage.scene, state, theme);
    expect(adapterBoard.lines()).to.include.members(['ADAPTERS', 'ASKING', 'ADAPTERS: —']);
    const shows = (reading: Reading<readonly AdapterRecord[]>, ...texts: string[]): void => {
      state.readings.adapters.set(reading);
      adapterBoard.update(0, 0);
      expect(adapterBoard.lines()).to.include.members(texts);
    };
    const detail = 'small · reads pull requests';
    shows(
      { state: 'live', source, value, fetchedAt: NOW },
      'LIVE',
      'review: ACTIVE',
      detail,
      'triage: TRAINING',
    );
    shows({ state: 'stale', source, value, fetchedAt: NOW, cause: 'it is old' }, 'STALE', 'review: ACTIVE');
    shows({ state: 'empty', source, fetchedAt: NOW, cause: 'there is no such file' }, 'EMPTY', 'NO ADAPTERS');
    shows({ ...failed, source }, 'ERROR', 'ADAPTERS: ERROR');
    shows(
      { state: 'offline', source, cause: 'no network', value, fetchedAt: NOW },
      'OFFLINE',
      'review: ACTIVE',
    );
  });

  it('list portals with what their health check found', () => {
    portalBoard.init(stage.scene, state, theme);
    setPortals(state, [portal('a'), portal('b')], [health('a', 'online'), health('b', 'offline')]);
    portalBoard.update(0, 0);
    expect(portalBoard.lines()).to.include.members([
      'World a: ONLINE · playable',
      'World b: OFFLINE · playable',
    ]);
  });

  it('light their edge in the colour of the state', () => {
    const edge = (): Color => {
      const board = stage.scene.getObjectByName('commit-board') as Object3D;
      // The frame is covered with the lowest rows of the picture.
      const meshes = board.children as Mesh<never, MeshBasicMaterial>[];
      const slab = meshes.find(({ material }) => material.map && 'isCanvasTexture' in material.map);
      const canvas = slab?.material.map?.image as HTMLCanvasElement;
      const [r = 0, g = 0, b = 0] =
        canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height - 2, 1, 1).data ?? [];
      return new Color(r / 255, g / 255, b / 255);
    };
    commitBoard.init(stage.scene, state, theme);
    commits(state, ['x']);
    commitBoard.update(0, 0);
    const live = edge();
    state.readings.commits.set(failed);
    commitBoard.update(0, 0);
    expect(live.g).to.be.greaterThan(live.r * 2);
    expect(edge().r).to.be.greaterThan(edge().g * 2);
  });

  it('say in their hint what they show, with source and age', () => {
    commitBoard.init(stage.scene, state, theme);
    commits(state, ['Add a portal ring']);
    commitBoard.update(0, 0);
    const [entry] = stage.scene.interactions.all;
    expect(entry?.interaction.label()).to.equal(
      'LAST COMMITS: 1 h ago Add a portal ring — me/home, code.example · just now',
    );
  });

  it('show one large figure from afar, and their rows to those who stand before them', () => {
    const drawn: string[] = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      drawn.push(text);
      Reflect.apply(fillText, this, [text, ...place]);
    };
    try {
      commitBoard.init(stage.scene, state, theme);
      commits(state, ['Add a portal ring']);
      commitBoard.update(0, 0);
      expect(drawn).to.include('1 h ago');
      expect(drawn).not.to.include('Timmy · 1 h ago');
      drawn.length = 0;
      stage.scene.camera.position.set(1, 1.7, -3);
      commitBoard.update(0, 0);
      expect(drawn).to.include('Timmy · 1 h ago');
      drawn.length = 0;
      stage.scene.camera.position.set(0, 1.7, 17);
      commitBoard.update(0, 0);
      commitBoard.update(0, 0);
      expect(drawn, 'what is drawn already is shown again').to.have.length(0);
    } finally {
      CanvasRenderingContext2D.prototype.fillText = fillText;
    }
  });

  it('are sharper at a higher quality level, and keep their words', () => {
    stage.scene.camera.position.set(1, 1.7, -3);
    commitBoard.init(stage.scene, state, theme);
    commits(state, ['Add a portal ring']);
    commitBoard.update(0, 0);
    const widths = (['lowest', 'highest'] as const).map((quality) => {
      setLevel(stage.scene, quality);
      commitBoard.update(0, 0);
      let width = 0;
      stage.scene.getObjectByName('commit-board')?.traverse((object) => {
        const { map } = ((object as Mesh).material ?? {}) as MeshBasicMaterial;
        if (map && 'isCanvasTexture' in map) width = (map.image as HTMLCanvasElement).width;
      });
      return width;
    });
    expect(widths[1]).to.be.at.least(2.6 * 400);
    expect(widths[0]).to.be.lessThan(widths[1] as number);
    expect(commitBoard.lines()).to.include('Add a portal ring');
  });
});

describe('the sovereignty meter', () => {
  let stage: TestStage;
  let state: State;
  beforeEach(() => {
    stage = createTestStage(48, 27);
    state = createState(defaultConfig, { now: NOW });
    meter.init(stage.scene, state, theme);
  });
  afterEach(() => {
    meter.dispose();
    stage.dispose();
  });
  const uniforms = (): ShaderMaterial['uniforms'] => {
    const arc = stage.scene
      .getObjectByName('sovereignty-meter')
      ?.children.find((child) => (child as Mesh<never, ShaderMaterial>).material.uniforms);
    return (arc as Mesh<never, ShaderMaterial>).material.uniforms;
  };
  const arcColor = (): string => (uniforms()['color'] as { value: Color }).value.getHexString();
  /** At the lowest level the arc takes nine tenths of its colour. */
  const shone = (name: ColorName): string => new Color(theme.colors[name]).multiplyScalar(0.9).getHexString();
  const settle = (): void => {
    for (let i = 0; i < 200; i++) meter.update(i / 20, 0.05);
  };
  const score = (value: number): void =>
    state.readings.sovereignty.set({
      state: 'live',
      source: 'sovereignty-status.json',
      fetchedAt: NOW,
      value: { score: value, label: 'mostly own' },
    });

  it('shows score and label, and fills its arc to the score', () => {
    score(72);
    settle();
    expect(meter.running.lines).to.deep.equal([
      'SOVEREIGNTY',
      '72%',
      'MOSTLY OWN',
      'sovereignty-status.json · just now',
    ]);
    expect(uniforms()['fill']?.value).to.be.closeTo(0.72, 0.005);
  });

  it('is coloured by the level: high from 80, mid from 40, low below', () => {
    for (const [value, name] of [
      [80, 'sovereigntyHigh'],
      [79, 'sovereigntyMid'],
      [40, 'sovereigntyMid'],
      [39, 'sovereigntyLow'],
    ] as const) {
      score(value);
      meter.update(0, 0.05);
      expect(arcColor()).to.equal(shone(name));
    }
  });

  it('says ERROR twice and turns grey and empty when the file cannot be read', () => {
    score(72);
    settle();
    state.readings.sovereignty.set({ ...failed, value: { score: 72, label: 'old' } });
    settle();
    expect(meter.running.lines.slice(1, 3)).to.deep.equal(['ERROR', 'ERROR']);
    expect(uniforms()['fill']?.value).to.be.closeTo(0, 0.005);
    expect(arcColor()).to.equal(shone('readingOffline'));
  });

  it('runs up once more when somebody speaks of sovereignty, but not under reduced motion', () => {
    score(90);
    settle();
    state.sovereigntyEgg.set({ count: 1, detail: '' });
    meter.update(0, 0.05);
    expect(uniforms()['fill']?.value).to.be.lessThan(0.2);
    settle();
    state.world.reducedMotion.set(true);
    state.sovereigntyEgg.set({ count: 2, detail: '' });
    meter.update(0, 0.05);
    expect(uniforms()['fill']?.value).to.be.closeTo(0.9, 0.005);
  });
});
