import { expect } from '@open-wc/testing';
import { agentPanel } from '../../../world/panels/agent-panel.ts';
import type { AgentSessions } from '../../../data/readings/schemas/agent-sessions.ts';
import { session, team, teamAtWork } from '../../helpers/sessions.ts';
import { MINUTE, NOW, ShownPanel, failed } from './shown-panel.ts';

const FIRST = 'home-world hooks install claude-code';

describe('the agent panel', () => {
  let panel: ShownPanel;
  beforeEach(() => (panel = new ShownPanel(agentPanel)));
  afterEach(() => panel.dispose());

  it('names the state of the commits when it has none to show', () => {
    expect(panel.texts()).to.include.members(['Agents', 'Asking', 'AGENTS: —']);
    panel.state.readings.commits.set(failed);
    expect(panel.texts()).to.include.members(['ERROR', 'AGENTS: ERROR']);
  });

  it('shows agents with status, issue, pull requests and last commit', () => {
    panel.setCommits('Add a portal ring');
    panel.state.readings.agentStatus.set({
      state: 'live',
      source: 'agent-status.json',
      fetchedAt: NOW,
      value: [
        { name: 'Timmy', status: 'idle', issue: 'A first world', prs_today: 1 },
        { name: 'Ghost', status: 'dead', issue: null, prs_today: 0 },
      ],
    });
    expect(panel.texts()).to.include.members([
      'Timmy: WORKING',
      'last commit 1 h ago · 1 PR today · A first world',
      'Ghost: DEAD',
      'no commit among the latest 50 · 0 PRs today',
    ]);
  });

  it('shows the agents active now first, and says so', () => {
    const { state } = panel;
    const names = ['Ada', 'Brook'];
    state.config.set({ ...state.config.get(), codeHost: { ...state.config.get().codeHost, agents: names } });
    state.readings.commits.set({
      state: 'live',
      source: 'me/home',
      fetchedAt: NOW,
      value: [
        { sha: 'a', author: 'Brook', authoredAt: NOW - 4 * MINUTE, title: 'x' },
        { sha: 'b', author: 'Ada', authoredAt: NOW - 16 * 60 * MINUTE, title: 'y' },
      ],
    });
    const texts = panel.texts();
    const rows = ['Brook: WORKING', 'active now', 'Ada: WORKING', 'last commit 16 h ago'];
    expect(texts.slice(texts.indexOf('Brook: WORKING')).slice(0, 4)).to.deep.equal(rows);
  });

  it('draws the fixed colours behind the marks of a dormant and a dead agent', () => {
    panel.setCommits('Add a portal ring');
    const share = (hex: string): number => {
      panel.texts();
      const canvas = panel.map.image as HTMLCanvasElement;
      const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
        0,
        0,
        canvas.width,
        canvas.height,
      );
      const wanted = Number.parseInt(hex.slice(1), 16);
      let pixels = 0;
      for (let at = 0; at < data.length; at += 4)
        if (((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!) === wanted) pixels++;
      return pixels / (data.length / 4);
    };
    for (const color of ['#2a4060', '#3a2040']) expect(share(color), color).to.equal(0);
    const value = [{ name: 'Ghost', status: 'dead', issue: null, prs_today: 0 }] as const;
    panel.state.readings.agentStatus.set({ state: 'live', source: 'file', fetchedAt: NOW, value });
    expect(share('#3a2040')).to.be.above(0.0003);
    panel.state.now.set(NOW + 8 * 24 * 60 * MINUTE);
    expect(panel.texts()).to.include('Timmy: IDLE');
    expect(share('#2a4060')).to.be.above(0.0003);
  });

  it('reports an agent file that cannot be read, because only that file names dead agents', () => {
    panel.setCommits('Add a portal ring');
    panel.state.readings.agentStatus.set({ ...failed, source: 'agent-status.json' });
    expect(panel.texts()).to.include.members(['ERROR', 'Timmy: WORKING']);
    expect(panel.texts().join(' ')).to.contain('agent-status.json · error · It answered 502');
    panel.state.readings.agentStatus.set({ state: 'empty', source: 'agent-status.json', fetchedAt: NOW });
    expect(panel.texts()).to.include('Live');
    expect(panel.texts().join(' ')).to.not.contain('agent-status.json');
  });

  it('is not redrawn for derived readings with the same content', () => {
    panel.setCommits('Add a portal ring');
    panel.texts();
    const { version } = panel.map;
    for (let second = 1; second < 20; second++) {
      panel.state.now.set(NOW + second * 1000);
      panel.texts();
    }
    expect(panel.map.version).to.equal(version);
  });

  const setSessions = (value?: AgentSessions): void =>
    panel.state.readings.sessions.set({
      ...(value ? { state: 'live', value } : { state: 'empty' }),
      source: 'reports',
      fetchedAt: NOW,
    });
  const actionOfPanel = () =>
    panel.stage.scene.interactions.all.find(({ object }) => object === panel.board)?.interaction.action;

  it('shows the agent sessions first, who waits before all others, and lists them in Today', () => {
    panel.setCommits('Add a portal ring');
    expect(actionOfPanel()).to.equal(undefined);
    setSessions(teamAtWork(NOW));
    const texts = panel.texts();
    const rows = texts.filter((text) => /^(?:Claude|Codex|Gemini|OpenCode|Timmy|waits)/.test(text));
    expect(rows).to.deep.equal([
      'Claude Code: waits for permission, 38 min',
      'Gemini CLI: failed, 1 min',
      'Claude Code 2: thinking',
      'Codex: working',
    ]);
    expect(texts).to.include.members(['with Bash', 'rate limit', '1 sub-agent', '… and 2 more']);
    panel.state.now.set(NOW + MINUTE);
    expect(panel.texts(), 'the age goes on').to.include('Claude Code: waits for permission, 39 min');
    expect(actionOfPanel()?.text()).to.equal('list the sessions');
    panel.state.panels.today.set(false);
    actionOfPanel()?.run();
    expect(panel.state.panels.today.get()).to.equal(true);
  });

  it('counts the sessions for visitors from afar, and where they see no more', () => {
    setSessions({ ...teamAtWork(NOW), sessions: [], more: 5, audience: 'counts' });
    const texts = panel.texts();
    expect(texts).to.include.members(['1 waits · 1 failed · 2 at work · 1 done', 'Live']);
    expect(texts.join(' '), 'nothing of agents that are not known').to.not.contain('AGENTS');
    panel.stage.scene.camera.position.set(0, 0, 40);
    expect(panel.texts().join('\n')).to.match(/^Agents\n1 waits\n1 failed · 2 at work/);
  });

  it('shows the agents below the sessions, and alone when the last session ends', () => {
    panel.setCommits('Add a portal ring');
    const before = panel.texts();
    setSessions(team([session({ name: 'Codex', state: 'done', since: NOW })]));
    const texts = panel.texts();
    expect(texts.indexOf('Timmy: WORKING')).to.be.above(texts.indexOf('Codex: done, just now'));
    setSessions();
    expect(panel.texts()).to.deep.equal(before);
    panel.state.readings.sessions.set(failed);
    expect(panel.texts(), 'visitors do not read of sessions that they never saw').to.deep.equal(before);
  });

  it('says to the owner alone how the first session is shown', () => {
    panel.setCommits('Add a portal ring');
    setSessions();
    expect(panel.texts()).to.not.include(FIRST);
    panel.state.games.owner.set('owner');
    expect(panel.texts()).to.include.members([FIRST, 'shows your sessions here: docs/agents.md']);
    setSessions(teamAtWork(NOW));
    expect(panel.texts()).to.not.include(FIRST);
  });
});
