import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/door/letters.ts';
import type { HwLetters } from '../../../components/door/letters.ts';
import { focusedNow } from '../../../components/shared/focus.ts';
import type { Letter, LetterBox, LettersAnswer } from '../../../data/letters/letter.ts';
import { ASKED_AT } from '../../helpers/asks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { inside, words } from '../app/home-state.ts';
import { ownerDoor } from './door-state.ts';

const box = (more: Partial<LetterBox> = {}): LetterBox => ({
  key: '0123456789abcdef',
  name: 'shop · main',
  harness: 'Codex',
  state: 'working',
  since: ASKED_AT,
  updatedAt: ASKED_AT,
  way: 'turns',
  ...more,
});
const letter = (id: string, more: Partial<Letter> = {}): Letter => ({
  id,
  session: '0123456789abcdef',
  name: 'shop · main',
  text: `Text of ${id}.`,
  about: '',
  by: 'Chrome on Android',
  state: 'waiting',
  writtenAt: ASKED_AT,
  since: ASKED_AT,
  ...more,
});

/** The element with this answer of the home, which may be changed. */
async function show(
  answer: { sessions: LetterBox[]; letters: Letter[] },
  refusal?: readonly [number, unknown],
  isSlow = false,
) {
  const page = ownerDoor(
    [],
    ({ method, body }) => {
      if (method !== 'GET' && refusal) return refusal;
      if (method === 'POST') {
        const written = letter('new', { text: (body as { text: string }).text });
        answer.letters.push(written);
        return [201, { letter: written }];
      }
      if (method === 'DELETE') {
        answer.letters[0] = { ...answer.letters[0]!, state: 'withdrawn' };
        return [200, { letter: answer.letters[0] }];
      }
      return [200, { ...answer, now: ASKED_AT } satisfies LettersAnswer];
    },
    isSlow,
  );
  const element = await fixture<HwLetters>(html`<hw-letters .door=${page.door}></hw-letters>`);
  await waitUntil(() => !words(element).includes('Reading the list'));
  const button = (name: string): HTMLButtonElement =>
    [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find((one) =>
      (one.ariaLabel ?? one.textContent).trim().startsWith(name),
    )!;
  const form = () => element.shadowRoot?.querySelector('hw-letter-form')?.shadowRoot;
  return { ...page, element, button, form };
}

describe('hw-letters', () => {
  before(() => setViewport({ width: 390, height: 844 }));

  it('says for each session how a letter reaches it, or why none does', async () => {
    const { element, button } = await show({
      sessions: [
        box(),
        box({ key: 'b', name: 'Cursor', harness: 'Cursor', way: 'none' }),
        box({ key: 'c', name: 'Codex', way: 'hooks' }),
      ],
      letters: [],
    });
    expect(button('Cursor takes no letters').disabled).to.equal(true);
    expect(button('Its hooks take no letters').disabled).to.equal(true);
    expect(words(element)).to.include('home-world hooks install codex --letters');
    await expect(element).to.be.accessible();
    button('Write…').click();
    await element.updateComplete;
    expect(button('Write…').getAttribute('aria-expanded')).to.equal('true');
    await expect(element).to.be.accessible();
  });

  it('sends a letter, and keeps the words of one that the home refuses', async () => {
    const answer = { sessions: [box()], letters: [letter('a')] };
    const { element, button, form, requests } = await show(answer);
    button('Write…').click();
    await waitUntil(() => form()?.activeElement?.tagName === 'TEXTAREA');
    const field = form()!.querySelector('textarea')!;
    field.value = 'Hello.';
    form()!.querySelector('form')!.requestSubmit();
    await waitUntil(() => words(element).includes('waits, 1 ahead'));
    expect(requests.find(({ method }) => method === 'POST')?.body).to.deep.equal({
      session: '0123456789abcdef',
      text: 'Hello.',
      about: '',
    });
    expect(field.value).to.equal('');
    field.value = 'And this?';
    const written = oneEvent(element.shadowRoot!.querySelector('hw-letter-form')!, 'letter-written');
    form()!.querySelector('form')!.requestSubmit();
    field.value = 'And this? Also that.';
    await written;
    expect(field.value, 'what was written while the letter was sent').to.equal('Also that.');

    const refused = await show({ sessions: [box()], letters: [] }, [409, { message: 'Too many wait.' }]);
    refused.button('Write…').click();
    await waitUntil(() => refused.form()?.querySelector('textarea'));
    refused.form()!.querySelector('textarea')!.value = 'Hello.';
    refused.form()!.querySelector('form')!.requestSubmit();
    await waitUntil(() => refused.form()!.textContent?.includes('Too many wait.'));
    expect(refused.form()!.querySelector('textarea')!.value).to.equal('Hello.');
  });

  it('gets the focus when it opens', async () => {
    const { element } = await show({ sessions: [box()], letters: [] });
    expect(focusedNow() === element.shadowRoot?.querySelector('h2')).to.equal(true);
  });

  it('keeps the words and the focus of a letter whose session ends or gets another place', async function () {
    // The list is read every three seconds.
    this.timeout(30_000);
    const [first, other] = [box(), box({ key: 'b', name: 'garden' })];
    const answer = { sessions: [first, other], letters: [letter('a')] };
    const { element, button, form } = await show(answer, [
      404,
      { message: 'The home knows no such session.' },
    ]);
    button('Write… shop').click();
    await waitUntil(() => form()?.activeElement?.tagName === 'TEXTAREA');
    const field = form()!.querySelector('textarea')!;
    field.value = 'A long letter.';
    answer.sessions = [other, first];
    await waitUntil(() => inside(element).querySelector('h3')?.textContent === 'garden');
    expect(focusedNow() === field).to.equal(true);
    answer.sessions = [other];
    await waitUntil(() => words(element).includes('is no longer in the list'));
    expect(form()?.textContent).to.include('This session has ended, or others have taken its place');
    expect(inside(element).querySelector('[role=status]')?.textContent).to.include(
      'this session is no longer in the list',
    );
    expect(focusedNow() === field).to.equal(true);
    expect(field.value).to.equal('A long letter.');
    expect(words(element)).to.include('Letters to sessions that have ended');
    expect(inside(element).querySelectorAll('.letter')).to.have.length(1);
    await expect(element).to.be.accessible();
    form()!.querySelector('form')!.requestSubmit();
    await waitUntil(() => form()?.textContent?.includes('The home knows no such session.'));
    expect(field.value).to.equal('A long letter.');
    button('Close shop').click();
    await waitUntil(() => focusedNow()?.tagName === 'H2');
    expect(form()).to.equal(undefined);
    expect(words(element)).to.not.include('Close');
  });

  it('takes a letter back, and says why it could not', async () => {
    const { element, button } = await show({ sessions: [box()], letters: [letter('a'), letter('b')] });
    button('Take back').click();
    await waitUntil(() => words(element).includes('taken back'));
    expect(element.shadowRoot?.querySelector('[role="status"]')?.textContent).to.include(
      'Letter to shop · main: taken back',
    );
    const late = await show({ sessions: [box()], letters: [letter('a')] }, [
      409,
      { message: 'It has left.' },
    ]);
    late.button('Take back').click();
    await waitUntil(() => words(late.element).includes('It has left.'));
  });

  it('keeps the focus at a letter that is sent, and near one that is taken back', async () => {
    const answer = { sessions: [box()], letters: [letter('a')] };
    const { element, button, form } = await show(answer, undefined, true);
    button('Take back').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => words(element).includes('taken back'));
    expect(focusedNow()?.ariaLabel).to.equal('Write… shop · main');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => form()?.activeElement?.tagName === 'TEXTAREA');
    await sendKeys({ type: 'Hello.' });
    const send = form()!.querySelector('button')!;
    send.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => words(element).includes('Hello.'));
    expect(focusedNow() === send).to.equal(true);
  });

  it('shows text as text, the states in words, and few of the letters that are over', async () => {
    const over = ['1', '2', '3', '4', '5', '6'].map((id) => letter(id, { state: 'read' }));
    const { element, button } = await show({
      sessions: [box()],
      letters: [
        ...over,
        letter('h', { state: 'handed', text: '<b>bold</b>' }),
        letter('d', { state: 'delivered', about: 'src/a.ts:12' }),
        letter('m', { state: 'missed', session: 'gone', name: 'garden' }),
      ],
    });
    const shown = words(element);
    for (const part of ['<b>bold</b>', 'not confirmed yet', 'not read yet', 'About src/a.ts:12', 'To garden'])
      expect(shown).to.include(part);
    expect(shown).to.include('its session has ended');
    expect(shown).to.not.include('Text of 2.');
    button('Show all letters').click();
    await element.updateComplete;
    expect(words(element)).to.include('Text of 2.');
    await expect(element).to.be.accessible();
  });
});
