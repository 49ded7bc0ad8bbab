import type { AgentSessions } from '../../../data/readings/schemas/agent-sessions.ts';
import { session, team, teamAtWork } from '../../helpers/sessions.ts';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import '../../../components/hud/hud.ts';
import '../../../components/hud/reading-details.ts';
import { NOT_CONFIGURED } from '../../../data/readings/reading.ts';
import { createState } from '../../../data/state.ts';
import { NOW, find, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHud = HTMLElementTagNameMap['hw-hud'];

const show = (state = liveState()) => fixture<HwHud>(html`<hw-hud .state=${state}></hw-hud>`);
const chip = (element: HwHud, name: string) => find<HTMLButtonElement>(element, `.chip[data-name="${name}"]`);
/** The visible text of each chip. */
const chips = (element: HwHud): string[] =>
  [...inside(element).querySelectorAll('.chip > [aria-hidden]')].map((node) =>
    (node.textContent ?? '').replace(/\s+/g, ' ').trim(),
  );
/** The visible text of the card; empty while no chip is unfolded. */
const card = (element: HwHud): string => words(find(element, 'hw-reading-details'));

describe('hw-hud', () => {
  it('shows the readings as one line of chips', async () => {
    const element = await show();
    expect(chips(element)).to.deep.equal([
      '1 of 2 active today',
      '■ 72 % mostly local',
      '72 °F clear',
      '840,000',
    ]);
    const tops = [...inside(element).querySelectorAll('.chip')].map((one) => one.getBoundingClientRect().top);
    expect(new Set(tops).size).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('marks each last reading of a home that is gone, the sovereignty among them', async () => {
    const state = liveState();
    const { sovereignty, blockHeight } = state.readings;
    const cause = 'this home cannot be reached';
    const old = { source: 'this home', state: 'stale', fetchedAt: NOW - 60_000, cause } as const;
    sovereignty.set({ ...old, value: { score: 72, label: 'mostly local' } });
    blockHeight.set({ ...old, value: 840_000 });
    expect(chips(await show(state))).to.deep.equal([
      '1 of 2 active today',
      '◐ 72 % mostly local',
      '72 °F clear',
      '◐ 840,000',
    ]);
  });

  it('gives screen readers all readings in the usual words, also the technical ones', async () => {
    const text = words(await show());
    for (const part of [
      'Sovereignty: 72% MOSTLY LOCAL, sovereignty-status.json · 1 min ago',
      'Agents: 1 of 2 active today',
      'Weather: 71.7°F Clear, api.open-meteo.com · 1 min ago',
      'Block height: 840000',
      'World: waiting',
      'Bridge: open, Timmy answers, no model attached',
    ])
      expect(text).to.include(part);
  });

  it('has chips for the world, the bridge and the network only while something is wrong', async () => {
    const state = liveState();
    const element = await show(state);
    expect(chips(element)).to.have.length(4);
    state.world.status.set({ phase: 'lost', progress: 1, note: '' });
    state.bridge.set({ state: 'waiting', cause: 'the server closed the connection' });
    state.online.set(false);
    await element.updateComplete;
    // Without a network the bridge cannot be open.
    expect(chips(element).slice(0, -4)).to.deep.equal(['◌ Offline', '◐ World lost']);
    expect(find(element, '[role=status]').textContent).to.include('Readings keep their last values');
    await expect(element).to.be.accessible();
    state.online.set(true);
    await element.updateComplete;
    expect(chips(element).slice(0, -4)).to.deep.equal(['◐ World lost', '◐ Bridge waiting']);
    state.bridge.set({ state: 'open' });
    await element.updateComplete;
    expect(chips(element).slice(0, -4)).to.deep.equal(['◐ World lost']);
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'no WebGL' });
    await element.updateComplete;
    expect(chips(element).slice(0, -4)).to.deep.equal(['◐ World unavailable']);
    state.world.painted.set(true);
    await element.updateComplete;
    expect(chips(element), 'the painted home is a picture').to.have.length(4);
    expect(find(element, '[role=status]').textContent).to.equal('');
  });

  it('has a chip for what the agent reports, only while there is something to show', async () => {
    const state = liveState();
    const element = await show(state);
    const report = { task: 'the slow tests of bridges', since: NOW - 240_000, updatedAt: NOW } as const;
    const seen: string[] = [];
    for (const doing of ['idle', 'thinking', 'working', 'waiting', 'failed'] as const) {
      state.activity.set({ ...report, state: doing, step: 'the slow reader', tool: 'Bash', progress: 0.4 });
      await element.updateComplete;
      seen.push(chips(element).slice(0, -4).join());
    }
    expect(seen).to.deep.equal([
      '',
      'Timmy thinking about the slow tests of …',
      'Timmy working on the slow tests of …',
      '◆ Timmy waiting for its owner',
      '✕ Timmy failed at the slow tests of …',
    ]);
    expect(chip(element, 'Now').textContent).to.include('failed at the slow tests of bridges');
    expect(chip(element, 'Now').textContent).to.include(
      'the slow reader, with Bash, 40 %, began 4 min ago · reports of the agent · just now',
    );
    await expect(element).to.be.accessible();
  });

  it('has a chip for agent sessions, who waits first, only while there are any', async () => {
    const state = liveState();
    const element = await show(state);
    expect(chips(element).join()).to.not.contain('at work ·');
    const live = (sessions: AgentSessions): void =>
      state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value: sessions });
    live(teamAtWork(NOW));
    await element.updateComplete;
    expect(chips(element)[0]).to.equal('◆ 1 waits · 1 failed · 2 at work · 1 done');
    live(team([session({ name: 'Codex', state: 'failed' })]));
    await element.updateComplete;
    expect(chips(element)[0]).to.equal('✕ 1 failed');
    await expect(element).to.be.accessible();
  });

  it('shows an old report of the agent as stale, and cuts long names', async () => {
    const state = liveState();
    state.resident.set({ name: 'A resident with quite a long name', attached: true, note: '' });
    state.activity.set({ state: 'failed', since: NOW - 3_600_000, updatedAt: NOW - 1_200_000 });
    const element = await show(state);
    expect(chips(element)[0]).to.equal('◐ A resident with failed');
    expect(chip(element, 'Now').textContent).to.include('no report for more than 10 minutes');
    expect(chip(element, 'Now').textContent).to.include('last answer 20 min ago');
  });

  it('unfolds a chip under the pointer to its reading with source and age', async () => {
    const element = await show();
    const { left, top, width, height } = chip(element, 'Weather').getBoundingClientRect();
    const middle = (n: number): number => Math.round(n);
    await sendMouse({ type: 'move', position: [middle(left + width / 2), middle(top + height / 2)] });
    await waitUntil(() => card(element) === 'Weather: 71.7°F Clear api.open-meteo.com · 1 min ago');
    const box = find(find(element, 'hw-reading-details'), '.panel').getBoundingClientRect();
    expect(box.left).to.be.closeTo(left, 1);
    // The pointer may go on to the card.
    await sendMouse({ type: 'move', position: [middle(box.left + 20), middle(box.top + 10)] });
    expect(card(element)).to.include('Weather');
    await sendMouse({ type: 'move', position: [middle(box.right + 300), middle(box.bottom + 200)] });
    await waitUntil(() => card(element) === '');
    // Esc folds it wherever the focus is, without a move of the pointer.
    await sendMouse({ type: 'move', position: [middle(left + width / 2), middle(top + height / 2)] });
    await waitUntil(() => card(element).startsWith('Weather'));
    expect(document.activeElement).to.equal(document.body);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => card(element) === '');
    await sendMouse({ type: 'move', position: [middle(box.right + 300), middle(box.bottom + 200)] });
  });

  it('unfolds with the focus and by a tap; Esc and a second tap fold it', async () => {
    const element = await show();
    chip(element, 'Sovereignty').focus();
    await waitUntil(() => card(element).startsWith('Sovereignty: 72% MOSTLY LOCAL'));
    expect(chip(element, 'Sovereignty').getAttribute('aria-expanded')).to.equal('true');
    await expect(element).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => card(element) === '');
    const tap = () =>
      chip(element, 'Agents').dispatchEvent(
        new PointerEvent('click', { bubbles: true, composed: true, pointerType: 'touch' }),
      );
    tap();
    await waitUntil(() => card(element).startsWith('Agents: 1 of 2 active today'));
    tap();
    await waitUntil(() => card(element) === '');
    expect(chip(element, 'Agents').getAttribute('aria-expanded')).to.equal('false');
  });

  it('shows its first chips again when the focus leaves one of those without room', async () => {
    const element = await show();
    element.style.cssText = 'display: block; width: 12rem';
    const line = find(element, '.chips');
    const last = [...inside(element).querySelectorAll<HTMLElement>('.chip')].at(-1)!;
    last.focus();
    await waitUntil(() => line.scrollTop > 0, 'the focus has scrolled to its chip');
    last.blur();
    expect(line.scrollTop).to.equal(0);
  });

  it('says less where there is less room, but not to screen readers', async () => {
    const element = await show();
    const isSeen = (selector: string) => find(element, selector).checkVisibility();
    expect(isSeen('.more')).to.equal(true);
    element.style.width = '240px';
    await waitUntil(() => !isSeen('.more'));
    expect(getComputedStyle(find(element, '.extra')).clipPath).to.equal('inset(50%)');
    await expect(element).to.be.accessible();
  });

  it('names what has only a dash before the first answer', async () => {
    const element = await show(createState());
    expect(chips(element)).to.deep.equal(['Agents —', 'Sovereignty —', 'Weather —', 'Block height —']);
  });

  it('has no chip for what is not configured', async () => {
    const state = liveState();
    const off = { state: 'empty', source: 'config.json', fetchedAt: 0, cause: NOT_CONFIGURED } as const;
    state.readings.weather.set(off);
    state.readings.blockHeight.set(off);
    const element = await show(state);
    expect(chips(element)).to.have.length(2);
    expect(inside(element).textContent).to.not.match(/Weather|Block height/);
  });

  it('shows ERROR, a cross and the cause when a source fails', async () => {
    const state = liveState();
    state.readings.weather.set({ state: 'error', source: 'api.open-meteo.com', cause: 'answered 503' });
    const element = await show(state);
    expect(chips(element)).to.include('✕ Weather ERROR');
    expect(chip(element, 'Weather').textContent).to.include('answered 503');
    await expect(element).to.be.accessible();
  });

  it('shows the level of the score by a shape, not by colour alone', async () => {
    const state = liveState();
    const marks: string[] = [];
    for (const score of [90, 50, 10]) {
      state.readings.sovereignty.set({
        state: 'live',
        source: 'f',
        value: { score, label: 'x' },
        fetchedAt: 0,
      });
      const element = await show(state);
      marks.push(inside(element).querySelector('.mark')?.textContent ?? '');
    }
    expect(marks).to.deep.equal(['▲', '■', '▼']);
  });

  it('lists what the sovereignty counts', async () => {
    const state = liveState();
    const parts = [
      { name: 'pages', own: true, where: '' },
      { name: 'weather', own: false, where: 'w.example' },
    ];
    state.readings.sovereignty.set({
      state: 'live',
      source: 'f',
      value: { score: 50, label: 'mostly own', parts },
      fetchedAt: 0,
    });
    const element = await show(state);
    expect(chip(element, 'Sovereignty').textContent).to.include(
      '1 of 2 parts are the owner’s own: pages; not own: weather (w.example)',
    );
  });

  it('follows a reading that changes', async () => {
    const state = liveState();
    const element = await show(state);
    state.readings.blockHeight.set({ state: 'live', source: 'mempool.space', value: 840_001, fetchedAt: 0 });
    await element.updateComplete;
    expect(chips(element)).to.include('840,001');
  });
});
