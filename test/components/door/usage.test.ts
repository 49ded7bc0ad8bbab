import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../components/door/usage.ts';
import type { HwUsage } from '../../../components/door/usage.ts';
import { answerOf, contextOnly, row } from '../../helpers/usage.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { words } from '../app/home-state.ts';
import { ownerDoor } from './door-state.ts';

async function show(answer: (path: string) => readonly [number, unknown]) {
  const page = ownerDoor([], ({ path }) => answer(path));
  const element = await fixture<HwUsage>(html`<hw-usage .door=${page.door}></hw-usage>`);
  await waitUntil(() => !words(element).includes('Reading the figures') || !page.door.isOwner.get());
  return { ...page, element, root: element.shadowRoot! };
}

describe('hw-usage', () => {
  before(() => setViewport({ width: 360, height: 640 }));

  it('shows the day by agent and model, the budget, the windows and the context', async () => {
    const { element, root } = await show(() => [200, answerOf()]);
    const text = words(element);
    for (const part of [
      'Today: 2.51 M tokens, about $3.25, and 12.3 k tokens without a price',
      'Claude Code, claude-opus-4-6: 2.50 M tokens, about $3.25',
      'long: 12.3 k tokens, price unknown',
      'estimate from its requests, 4 min ago',
      'Budget of today: about $3.25 of $10.00',
      'Five hours of Claude Code on laptop: 77 % left, resets in 3 h',
      'told by Claude Code 1 min ago',
      'Seven days of Claude Code on laptop: has reset since; no news yet',
      'shop · main (Claude Code, claude-opus-4-6): 92 % of 200.0 k tokens left. Today: 1.25 M tokens, about $3.20',
      'An estimate: the programs of your agents count, and no bill was read.',
    ])
      expect(text).to.include(part);
    const widths = [...root.querySelectorAll('.bar rect')].map((bar) => bar.getAttribute('width'));
    expect(widths).to.deep.equal(['32.5', '100', '0.5', '92']);
    const sand = [...root.querySelectorAll('.hourglass')].map(
      (glass) => glass.querySelectorAll('polygon').length,
    );
    expect(sand, 'what is left after a reset is not known').to.deep.equal([2, 0]);
    // The policy of the page allows no styles in attributes.
    expect(root.querySelector('[style]')).to.equal(null);
    expect(root.activeElement?.textContent).to.equal('Usage');
    expect(element.scrollWidth).to.be.at.most(element.clientWidth);
    await expect(element).to.be.accessible();
  });

  it('says no money of a session that has only told its context', async () => {
    const [session] = answerOf().sessions;
    const { element } = await show(() => [200, answerOf({ sessions: [contextOnly(session!)] })]);
    expect(words(element)).to.include(
      'shop · main (Codex, claude-opus-4-6): 92 % of 200.0 k tokens left told by Codex just now',
    );
  });

  it('shows more days, and the sum of each', async () => {
    const { element, root, requests } = await show((path) => [
      200,
      path.includes('days=7')
        ? answerOf({ days: 7, rows: [row(), row({ day: '2026-11-18', dollars: 1 })] })
        : answerOf(),
    ]);
    const select = root.querySelector('select')!;
    select.value = '7';
    select.dispatchEvent(new Event('change'));
    await waitUntil(() => words(element).includes('7 days: 2.50 M tokens'));
    expect(words(element)).to.include('2026-11-20: 1.25 M tokens, about $3.20');
    expect(words(element)).to.include('2026-11-18: 1.25 M tokens, about $1.00');
    expect(requests.map(({ path }) => path)).to.deep.equal(['/api/usage?days=1', '/api/usage?days=7']);
    await expect(element).to.be.accessible();
  });

  it('says how to begin while there is nothing, and what went wrong', async () => {
    const empty = await show(() => [200, answerOf({ rows: [], sessions: [], limits: [] })]);
    expect(words(empty.element)).to.include('Today: nothing was sent');
    expect(words(empty.element)).to.include('docs/usage.md');
    await expect(empty.element).to.be.accessible();
    const failed = await show(() => [500, { message: 'The home could not answer this.' }]);
    expect(failed.root.querySelector('[role="alert"]')?.textContent).to.include('could not answer');
    const out = await show(() => [401, {}]);
    expect(out.door.isOwner.get()).to.equal(false);
  });
});
