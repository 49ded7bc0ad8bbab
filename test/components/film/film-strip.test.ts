import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../components/film/film-strip.ts';
import type { HwFilmStrip } from '../../../components/film/film-strip.ts';
import type { State } from '../../../data/state.ts';
import { logEntries } from '../../helpers/play-log.ts';
import { find, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const PLAY = '20261122-221500-garden';
const LISTED = { id: PLAY, portal: 'garden', startedAt: 1_795_385_700_000, steps: 3, state: 'budget-spent' };

describe('hw-film-strip', () => {
  const { fetch } = window;
  /** The answers of the home, by path and query. */
  let answers: Record<string, unknown>;
  let requested: string[];
  beforeEach(() => {
    answers = {
      '/api/plays': { plays: [LISTED] },
      [`/api/plays/${PLAY}/log?from=0`]: { entries: logEntries(3) },
    };
    requested = [];
    window.fetch = async (input) => {
      const { pathname, search } = new URL(input as string);
      requested.push(pathname + search);
      const answer = answers[pathname + search];
      if (answer instanceof Error) throw answer;
      return answer === undefined ? new Response('', { status: 404 }) : Response.json(answer);
    };
  });
  afterEach(() => {
    window.fetch = fetch;
  });

  /** A strip of a visitor who wants less motion: nothing turns by itself. */
  const show = async (play?: string, change: (state: State) => void = () => undefined) => {
    const state = liveState();
    state.world.reducedMotion.set(true);
    state.games.strip.set(play);
    change(state);
    const element = await fixture<HwFilmStrip>(html`<hw-film-strip .state=${state}></hw-film-strip>`);
    return { state, element };
  };
  const button = (element: HwFilmStrip, name: string): HTMLButtonElement =>
    [...inside(element).querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name,
    ) as HTMLButtonElement;
  const picture = (element: HwFilmStrip) => inside(element).querySelector('.picture svg');
  const shown = (element: HwFilmStrip): string => picture(element)?.getAttribute('aria-label') ?? '';
  const opened = (element: HwFilmStrip) => waitUntil(() => shown(element) !== '');

  it('lists the plays, opens one with the focus in it, and goes back', async () => {
    const { state, element } = await show();
    await waitUntil(() => words(element).includes('The garden'));
    expect(words(element)).to.include('3 steps · budget spent');
    await expect(element).to.be.accessible();
    find<HTMLButtonElement>(element, `[data-play="${PLAY}"]`).focus();
    await sendKeys({ press: 'Enter' });
    expect(state.games.strip.get()).to.equal(PLAY);
    await opened(element);
    expect(inside(element).activeElement).to.equal(find(element, '.body'));
    expect(words(element)).to.include('a/model');
    button(element, 'All plays').click();
    await waitUntil(() => words(element).includes('3 steps'));
    expect(requested).to.deep.equal(['/api/plays', `/api/plays/${PLAY}/log?from=0`, '/api/plays']);
  });

  it('shows each step with its picture, marks, thought and result, and turns by keys, slider and list', async () => {
    const { element } = await show(PLAY);
    await opened(element);
    expect(shown(element)).to.contain('Step 1: Click at 25 %, 50 %: done.');
    const image = inside(element).querySelector('image');
    expect(image?.getAttribute('href')).to.equal(`https://home.example/api/plays/${PLAY}/screens/1`);
    expect(words(element)).to.include('I look at step 1.');
    const steps = [...inside(element).querySelectorAll('.steps button')].map((step) =>
      step.textContent.trim(),
    );
    expect(steps.length).to.equal(3);
    expect(steps[1]).to.equal('Step 2: Drag to 75 %, 50 %: dry run.');
    await expect(element).to.be.accessible();

    button(element, 'Next frame').focus();
    await sendKeys({ press: 'ArrowRight' });
    expect(shown(element)).to.contain('Step 2');
    const arrow = inside(element).querySelector('g.mark');
    expect(arrow?.querySelector('.line')?.getAttribute('stroke-dasharray'), 'not sent: dashes').to.equal(
      '0.5 0.35',
    );
    expect(arrow?.querySelector('.line')?.getAttribute('d')).to.match(/^M-\d/);
    await sendKeys({ press: 'End' });
    expect(shown(element)).to.contain('Step 3');
    expect(words(element)).to.include('Budget spent. All steps are used.');
    await sendKeys({ press: 'ArrowRight' });
    expect(shown(element), 'it stays at the end').to.contain('Step 3');
    await sendKeys({ press: 'Home' });
    const slider = find<HTMLInputElement>(element, 'input');
    slider.value = '1';
    slider.dispatchEvent(new Event('input'));
    await element.updateComplete;
    expect(slider.getAttribute('aria-valuetext')).to.equal('2 of 3. Step 2: Drag to 75 %, 50 %: dry run.');
    (inside(element).querySelectorAll('.steps button')[0] as HTMLButtonElement).click();
    await element.updateComplete;
    expect(find(element, '[aria-current="step"]').textContent).to.include('Step 1');
  });

  it('turns by a swipe to the side', async () => {
    const { element } = await show(PLAY);
    await opened(element);
    const touch = async (from: number, to: number): Promise<void> => {
      for (const [type, clientX] of [
        ['pointerdown', from],
        ['pointerup', to],
      ] as const)
        find(element, '.picture').dispatchEvent(new PointerEvent(type, { clientX, bubbles: true }));
      await element.updateComplete;
    };
    await touch(200, 100);
    expect(shown(element)).to.contain('Step 2');
    await touch(100, 120);
    expect(shown(element), 'a tap').to.contain('Step 2');
    await touch(100, 200);
    expect(shown(element)).to.contain('Step 1');
  });

  it('runs by itself, unless the visitor wants less motion', async () => {
    const still = await show(PLAY);
    await opened(still.element);
    expect(button(still.element, 'Play')).not.to.equal(undefined);
    const moving = await show(PLAY, (state) => state.world.reducedMotion.set(false));
    await opened(moving.element);
    await waitUntil(() => button(moving.element, 'Pause') !== undefined);
    await waitUntil(() => shown(moving.element).includes('Step 2'), 'the next frame');
    button(moving.element, 'Pause').click();
    await moving.element.updateComplete;
    expect(button(moving.element, 'Play')).not.to.equal(undefined);
  });

  it('loads the next screenshot while it runs, out of sight', async () => {
    const { element } = await show(PLAY);
    await opened(element);
    const ahead = (): HTMLImageElement[] => [...inside(element).querySelectorAll('img')];
    expect(ahead(), 'it pauses').to.deep.equal([]);
    button(element, 'Play').click();
    await element.updateComplete;
    const [next, ...more] = ahead();
    expect(next?.src).to.equal(`https://home.example/api/plays/${PLAY}/screens/2`);
    expect(next?.checkVisibility()).to.equal(false);
    expect(more).to.deep.equal([]);
  });

  it('asks for a long log part by part, and says where a part is missing', async () => {
    const all = logEntries(40);
    const cut = 1 + 20 * 3;
    answers[`/api/plays/${PLAY}/log?from=0`] = { entries: all.slice(0, cut), next: cut };
    answers[`/api/plays/${PLAY}/log?from=${cut}`] = new TypeError('Failed to fetch');
    const { element } = await show(PLAY);
    await opened(element);
    expect(words(element)).to.include('1 of 20+');
    expect(requested.length, 'the beginning is enough').to.equal(1);
    button(element, 'Next frame').focus();
    await sendKeys({ press: 'End' });
    await waitUntil(() => words(element).includes('home.example cannot be reached'));
    expect(shown(element), 'what is there stays').to.contain('Step 20');
    answers[`/api/plays/${PLAY}/log?from=${cut}`] = { entries: all.slice(cut) };
    button(element, 'Try again').click();
    await waitUntil(() => words(element).includes('20 of 40'));
    // The play has not ended: the last part grows.
    answers[`/api/plays/${PLAY}/log?from=${cut}`] = { entries: logEntries(42).slice(cut) };
    button(element, 'Look for new steps').click();
    await waitUntil(() => words(element).includes('20 of 42'));
  });

  it('says in words what is empty, missing or offline', async () => {
    answers['/api/plays'] = { plays: [] };
    const empty = await show();
    await waitUntil(() => words(empty.element).includes('Timmy has not played a game yet'));
    delete answers['/api/plays'];
    const none = await show();
    await waitUntil(() => words(none.element).includes('Timmy has not played a game yet'));
    answers['/api/plays'] = { wrong: true };
    const wrong = await show();
    await waitUntil(() => words(wrong.element).includes('sent an answer that cannot be read'));
    await expect(wrong.element).to.be.accessible();
    answers[`/api/plays/${PLAY}/log?from=0`] = new TypeError('Failed to fetch');
    const offline = await show(PLAY, (state) => state.online.set(false));
    await waitUntil(() => words(offline.element).includes('This browser has no network.'));
    answers[`/api/plays/${PLAY}/log?from=0`] = { entries: [] };
    button(offline.element, 'Try again').click();
    await waitUntil(() => words(offline.element).includes('Nothing has happened in this play yet.'));
  });

  it('says so where a screenshot cannot be loaded, and shows no markup of a text', async () => {
    const [start, screen, thought] = logEntries(1);
    answers[`/api/plays/${PLAY}/log?from=0`] = {
      entries: [start, screen, { ...thought, text: '<b>bold</b> \u202egpj' }, { type: 'of-a-newer-home' }],
    };
    const { element } = await show(PLAY);
    await opened(element);
    inside(element).querySelector('image')?.dispatchEvent(new Event('error'));
    await waitUntil(() => words(element).includes('The screenshot of this step cannot be loaded.'));
    expect(find(element, '.thought').textContent).to.equal('<b>bold</b> gpj');
  });
});
