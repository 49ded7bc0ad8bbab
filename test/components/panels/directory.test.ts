import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/panels/directory.ts';
import type { HwDirectory } from '../../../components/panels/directory.ts';
import { replayedDay } from '../../../data/day/replayed-day.ts';
import { lapseRun, withAgents } from '../../../data/time-lapse/time-lapse.ts';
import { createState } from '../../../data/state.ts';
import { session } from '../../helpers/sessions.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { event, find, inside, liveState, words } from '../app/home-state.ts';

const show = (state = liveState()) =>
  fixture<HwDirectory>(html`<hw-directory .state=${state}></hw-directory>`);
const headings = (element: Element): string[] =>
  [...inside(element).querySelectorAll('h3')].map((node) => node.textContent ?? '');

describe('hw-directory', () => {
  it('begins with who waits and what is being done, then has the portals and every other panel', async () => {
    const element = await show();
    expect(headings(element)).to.deep.equal([
      'Agent sessions',
      'Now',
      'Agents',
      'Last commits',
      'Portals',
      'Oath',
      'Vision points',
      'Read aloud',
      'Commits of the last day',
      'Open work',
      'Merged pull requests',
      'Sovereignty',
      'Adapters',
      'Dual brain',
      'Weather',
      'Block height',
      'Relay feed',
    ]);
  });

  it('lists what happened in the day that a time-lapse replays', async () => {
    const state = liveState();
    const { commits } = state.readings;
    const run = lapseRun('2026-03-01', commits.get(), Date.parse('2026-03-02T12:00:00'));
    const at = run.from + 600 * 60_000;
    const waits = session({ name: 'Codex', state: 'waiting', needs: 'answer' });
    const day = replayedDay({
      from: run.from,
      until: run.to,
      audience: 'states',
      knownSince: null,
      recorded: true,
      isCut: false,
      changes: [{ at, session: waits }],
      counts: [],
      asks: [],
    });
    state.timeLapse.run.set(withAgents(run, day, run.to));
    const element = await show(state);
    const list = find(element, 'hw-day-events');
    await waitUntil(() => Boolean(list.shadowRoot?.querySelector('li')));
    expect(words(list)).to.contain('The day replayed, 1 Mar');
    expect(words(list)).to.contain('10:00 Codex: waits for an answer');
    expect(words(list)).to.contain('The sessions are a recording');
    await expect(list).to.be.accessible();
    state.timeLapse.run.set(undefined);
    await element.updateComplete;
    expect(inside(element).querySelector('hw-day-events')).to.equal(null);
  });

  it('lists the objects of plugins, and runs their actions', async () => {
    const state = liveState();
    let runs = 0;
    state.world.things.set([
      {
        name: 'lantern',
        title: 'Lantern',
        label: () => `Lantern: ${state.readings.blockHeight.get().state}`,
        rows: () => ['one row', 'two rows'],
        action: () => ({ text: 'light it', run: () => void runs++ }),
      },
    ]);
    const element = await show(state);
    expect(headings(element).at(-1)).to.equal('Lantern');
    expect(words(element)).to.include('Lantern: live');
    expect(words(element)).to.include('two rows');
    find<HTMLButtonElement>(element, '[aria-label="light it: Lantern"]').click();
    expect(runs).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('uses the words of the rest of the home', async () => {
    const state = liveState();
    state.relay.events.set([
      event(0, { kind: 9735, sats: 21, content: 'ok' }),
      event(1, { kind: 9735, sats: 2100, content: '2100 sats' }),
    ]);
    const text = words(await show(state));
    for (const part of [
      'Ada: WORKING (active today)',
      'Draw the stars — Ada',
      '#7 Light the beam — Ada',
      '72% MOSTLY LOCAL',
      '71.7°F Clear',
      '51.48° N, 0.00° E',
      'playable · public · online',
      '840000',
      'zap: [pub00000] ok 21 sats',
      'zap: [pub00001] 2,100 sats not connected',
      'mempool.space · 1 min ago',
    ])
      expect(text).to.include(part);
  });

  it('says what the resident does', async () => {
    const state = liveState();
    expect(words(await show(state))).to.include('no agent has reported yet');
    state.activity.set({ state: 'waiting', task: 'the login', progress: 0.5, since: 0, updatedAt: 0 });
    state.now.set(60_000);
    const element = await show(state);
    expect(words(element)).to.match(/Now\s+Waiting for its owner, on the login\s*, began 1 min ago\s+50 %/);
    await expect(element).to.be.accessible();
  });

  it('is in the accessibility tree while hidden, and visible once it has the focus', async () => {
    const element = await show();
    expect(element.mode).to.equal('quiet');
    expect(getComputedStyle(element).display).to.not.equal('none');
    expect(getComputedStyle(element).visibility).to.equal('visible');
    expect(element.getBoundingClientRect().width).to.equal(1);
    find<HTMLButtonElement>(element, '.portal button').focus();
    expect(element.getBoundingClientRect().width).to.be.greaterThan(100);
    await expect(element).to.be.accessible();
  });

  it('starts at the top when it opens, wherever the focus had scrolled it', async () => {
    const state = liveState();
    const element = await show(state);
    element.style.height = '120px';
    const body = find(element, '.body');
    body.scrollTop = 60;
    expect(body.scrollTop).to.equal(60);
    state.panels.directory.set(true);
    await element.updateComplete;
    await element.updateComplete;
    expect(element.mode).to.equal('panel');
    expect(body.scrollTop).to.equal(0);
  });

  it('starts a warp through an open portal', async () => {
    const state = liveState();
    const element = await show(state);
    const button = find<HTMLButtonElement>(element, '.portal button');
    expect(button.getAttribute('aria-label')).to.equal('Step in: The garden');
    button.click();
    expect(state.travel.get()).to.deep.equal({
      count: 1,
      detail: { portalId: 'garden', href: 'https://home.example/garden/' },
    });
  });

  it('has the sign-in at a portal that only the owner enters', async () => {
    const state = liveState();
    setPortals(state, [portal('study', { access_mode: 'operator' })]);
    state.games.owner.set('visitor');
    const element = await show(state);
    expect(find(element, '.portal').textContent).to.include('Closed. Only the owner of this home enters it.');
    expect(inside(element).querySelectorAll('.portal hw-owner-form[needed]')).to.have.length(1);
    await expect(element).to.be.accessible();
    state.games.owner.set('owner');
    await element.updateComplete;
    expect(inside(element).querySelector('hw-owner-form')).to.equal(null);
    find<HTMLButtonElement>(element, '.portal button').click();
    expect(state.travel.get().detail.href).to.equal('https://study.example/');
  });

  it('says of a portal without an address that it has none', async () => {
    const state = liveState();
    setPortals(state, [portal('lab', { destination: {} })], []);
    expect(find(await show(state), '.portal').textContent).to.include('Closed. No address yet.');
  });

  it('says why a portal is closed, without a disabled button', async () => {
    const element = await show();
    const [, forge] = inside(element).querySelectorAll('.portal');
    expect(forge?.querySelector('button')).to.equal(null);
    expect(forge?.textContent)
      .to.include('playable · public · offline')
      .and.include('Closed. This world is offline.');
    expect(forge?.textContent).not.to.include('unknown');
  });

  it('replaces the picture, and says why there is none', async () => {
    const state = liveState();
    const element = await show(state);
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'this browser has no WebGL 2.' });
    await element.updateComplete;
    expect(element.mode).to.equal('page');
    expect(words(element)).to.include('No 3D world: this browser has no WebGL 2.');
    expect(inside(element).querySelector('.offer')).to.equal(null);
    await expect(element).to.be.accessible();
  });

  it('has a button that enters a world which is only offered', async () => {
    const state = liveState();
    const element = await show(state);
    let entered = 0;
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'slow.', enter: () => entered++ });
    await element.updateComplete;
    expect(words(element)).to.include('The 3D world waits: slow.');
    inside(element).querySelector<HTMLElement>('.offer button')?.click();
    expect(entered).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('shows dashes before the first answer, and the exact texts of failures', async () => {
    expect(words(await show(createState()))).to.include('AGENTS: —');
    const state = liveState();
    const failed = { state: 'error', source: 'x', cause: 'answered 500' } as const;
    state.readings.commits.set(failed);
    state.readings.merged.set(failed);
    state.readings.blockHeight.set(failed);
    state.panels.directory.set(true);
    const element = await show(state);
    for (const part of ['AGENTS: ERROR', 'COMMITS: ERROR', 'x · error · answered 500'])
      expect(words(element)).to.include(part);
    await expect(element).to.be.accessible();
  });
});
