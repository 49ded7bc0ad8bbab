import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../components/feed/today.ts';
import type { HwToday } from '../../../components/feed/today.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import type { OpenWork } from '../../../data/readings/schemas/open-work.ts';
import { NO_SESSIONS } from '../../../data/readings/sources/sessions.ts';
import { type State, createState } from '../../../data/state.ts';
import { themeProperties } from '../../../theme/css.ts';
import { NOW, entry, event, find, inside, liveState, words } from '../app/home-state.ts';
import { team, teamAtWork } from '../../helpers/sessions.ts';
import type { UsageAnswer } from '../../../data/usage/usage.ts';
import { sinceAnswer } from '../../helpers/since.ts';
import { answerOf, contextOnly } from '../../helpers/usage.ts';
import { slowly } from '../../helpers/slowly.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { focusedNow } from '../../../components/shared/focus.ts';

const show = async (state = liveState()): Promise<HwToday> => {
  const box = await fixture<HTMLElement>(
    html`<div style=${themeProperties()}><hw-today .state=${state}></hw-today></div>`,
  );
  const element = box.firstElementChild as HwToday;
  await element.updateComplete;
  return element;
};
const tab = (element: HwToday, name: string) => find<HTMLButtonElement>(element, `#${name}`);
const say = (state: State, ...entries: Parameters<typeof entry>[]): void =>
  state.chat.entries.set(entries.map((one) => entry(...one)));

describe('hw-today', () => {
  it('shows who works, the last commits with author and age, and the resident', async () => {
    const element = await show();
    const text = words(element);
    expect(text).to.match(/1 of 2 active today\s+Ada/);
    expect(text).to.match(
      /Last commits\s+Draw the stars\s+Ada\s*1 h ago\s+Name the portals\s+Brook\s*3 d ago/,
    );
    expect(text).to.include('Timmy Ready to talk, without a model: answers from the readings');
    expect(text).to.include('No question yet in this visit');
    expect(text).to.include('local/home · 1 min ago');
    await expect(element).to.be.accessible();
  });

  it('lets the visitor choose one of several repositories, accessibly', async () => {
    const state = liveState();
    const element = await show(state);
    expect(inside(element).querySelector('select')).to.equal(null);
    state.config.set({ ...state.config.get(), repositories: ['me/harbour', 'me/tools', 'you/tools'] });
    await element.updateComplete;
    const select = find<HTMLSelectElement>(element, 'select');
    expect([...select.options].map(({ text }) => text)).to.deep.equal([
      'All repositories',
      'harbour',
      'me/tools',
      'you/tools',
    ]);
    await expect(element).to.be.accessible();
    select.value = 'me/tools';
    select.dispatchEvent(new Event('change'));
    expect(state.settings.get().repository).to.equal('me/tools');
    await element.updateComplete;
    changeSettings(state, { repository: '' });
    await element.updateComplete;
    expect(select.value).to.equal('');
  });

  it('names the repository of checks and pull requests, if there are several', async () => {
    const state = liveState();
    const checks = { sha: 'a1', failed: [] };
    const value: OpenWork = {
      checks: { ...checks, state: 'failed', failed: ['lint'], repo: 'tools' },
      others: [{ ...checks, state: 'passed', repo: 'harbour' }],
      pulls: [
        {
          number: 3,
          title: 'Draw',
          author: 'Ada',
          openedAt: NOW,
          isDraft: false,
          review: 'none',
          repo: 'tools',
        },
      ],
      hasMore: false,
      release: { name: 'v1', publishedAt: NOW, repo: 'harbour' },
    };
    state.readings.openWork.set({ state: 'live', source: 'all', fetchedAt: NOW, value });
    const text = words(await show(state));
    expect(text).to.match(/\[tools\] Checks failed: lint\s+✓\s*\[harbour\] Checks passed/);
    expect(text).to.include('#3 [tools] Draw');
    expect(text).to.include('Newest release: [harbour] v1, just now');
  });

  it('shows what a commit changed when its title is pressed', async () => {
    const state = liveState();
    const element = await show(state);
    const title = [...inside(element).querySelectorAll('button')].find(
      ({ ariaLabel }) => ariaLabel === 'What changed: Draw the stars',
    );
    title!.click();
    const sha = state.derived.lastCommits.get().value?.[0]?.sha;
    expect(state.derived.document.get()?.title).to.equal('Draw the stars');
    expect(state.derived.document.get()?.change?.path).to.equal(`git/commits/${sha}.diff`);
  });

  it('begins with the agent sessions, if there are any, and what they do', async () => {
    const state = liveState();
    const element = await show(state);
    expect(words(element)).to.not.include('Agent sessions');
    state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value: teamAtWork(NOW) });
    await element.updateComplete;
    expect(words(element)).to.match(
      /Agent sessions\s+Claude Code: waits for permission, 38 min\s+with Bash\s+Gemini CLI: failed, 1 min/,
    );
    await expect(element).to.be.accessible();
    state.readings.sessions.set({
      state: 'live',
      source: 'agent sessions, a recording',
      recorded: true,
      fetchedAt: NOW,
      value: teamAtWork(NOW),
    });
    await element.updateComplete;
    expect(words(element)).to.include('agent sessions, a recording');
  });

  describe('open work', () => {
    const work: OpenWork = {
      checks: {
        state: 'failed',
        sha: 'abcdef1',
        failed: ['lint'],
        url: 'https://code.example/o/r/commit/abcdef1',
      },
      pulls: [
        {
          number: 12,
          title: 'Mend the door',
          author: 'ada',
          openedAt: NOW - 3_600_000,
          isDraft: false,
          review: 'owner',
          url: 'https://code.example/o/r/pulls/12',
        },
        ...[13, 14, 15, 16, 17].map((number) => ({
          number,
          title: 'Light a lamp',
          author: 'bob',
          openedAt: NOW - 7_200_000,
          isDraft: number === 13,
          review: 'none' as const,
        })),
      ],
      hasMore: false,
      release: { name: 'Version 1.2', publishedAt: NOW - 3 * 86_400_000 },
    };

    it('says whether it is green by word and shape, and what waits for the owner first', async () => {
      const state = liveState();
      const element = await show(state);
      expect(words(element)).to.not.include('Open work');
      state.readings.openWork.set({ state: 'live', source: 'o/r', fetchedAt: NOW - 60_000, value: work });
      await element.updateComplete;
      expect(words(element)).to.match(
        /Open work\s+✕\s*Checks failed: lint\s+6 open pull requests, 1 waits for the owner’s review\s+#12 Mend the door\s+ada: waits for the owner’s review\s*1 h ago\s+#13 Light a lamp\s+bob: draft/,
      );
      expect(words(element)).to.match(/and 1 more\s+Newest release: Version 1.2, 3 d ago\s+o\/r · 1 min ago/);
      const links = [...inside(element).querySelectorAll('a')].map(({ href }) => href);
      expect(links).to.deep.equal([work.checks.url]);
      await expect(element).to.be.accessible();
      find<HTMLButtonElement>(element, '.pull button').click();
      const view = state.view.get();
      const document = view.mode === 'document' ? view.document : undefined;
      expect(document?.title).to.equal('#12 Mend the door');
      expect(document?.change?.path).to.equal('open-pulls/12.diff');
      expect(document?.change?.url).to.equal(work.pulls[0]?.url);
    });

    it('shows an old value with its cause, an error, and nothing where there is none to show', async () => {
      const state = liveState();
      const element = await show(state);
      const cause = 'the code host cannot be read';
      state.readings.openWork.set({
        state: 'stale',
        source: 'o/r',
        fetchedAt: NOW - 7_200_000,
        value: work,
        cause,
      });
      await element.updateComplete;
      expect(words(element)).to.match(/Checks failed: lint.*o\/r · stale · the code host cannot be read/s);
      state.readings.openWork.set({ state: 'error', source: 'o/r', cause });
      await element.updateComplete;
      expect(words(element)).to.match(
        /Open work\s+OPEN WORK: ERROR\s+o\/r · error · the code host cannot be read/,
      );
      state.readings.openWork.set({
        state: 'empty',
        source: 'o/r',
        fetchedAt: NOW,
        cause: 'a local repository',
      });
      await element.updateComplete;
      expect(words(element)).to.not.include('Open work');
    });
  });

  describe('what the owner alone has', () => {
    const fetchOfPage = window.fetch;
    let requests: string[];
    let usage: UsageAnswer;
    beforeEach(() => {
      localStorage.removeItem('home-world.owner-seen');
      requests = [];
      usage = answerOf({ rows: [], sessions: [], limits: [] });
      window.fetch = async (url, { method = 'GET' } = {}) => {
        const { pathname } = new URL(url instanceof Request ? url.url : url);
        requests.push(`${method} ${pathname}`);
        if (pathname === '/api/usage') return Response.json(usage);
        if (pathname === '/api/day.json')
          return Response.json(sinceAnswer({ from: NOW - 7_200_000, until: NOW }));
        return method === 'GET'
          ? Response.json({ signIn: true, signedIn: true })
          : Response.json({ sessions: null });
      };
    });
    afterEach(() => {
      localStorage.removeItem('home-world.owner-seen');
      window.fetch = fetchOfPage;
    });

    const withTeam = (audience: 'all' | 'states' = 'all'): State => {
      const state = liveState();
      const value = { ...teamAtWork(NOW), audience };
      state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value });
      return state;
    };
    const endButtons = (element: HwToday): HTMLButtonElement[] =>
      [...(element.shadowRoot?.querySelectorAll('hw-end-session') ?? [])].flatMap((one) => [
        ...(one.shadowRoot?.querySelectorAll('button') ?? []),
      ]);

    it('has a button at each session that is not at work, which ends it', async () => {
      const state = withTeam();
      const element = await show(state);
      await waitUntil(() => endButtons(element).length === 3);
      await waitUntil(() => requests.length === 2);
      expect(requests).to.deep.equal(['GET /api/owner', 'GET /api/usage']);
      expect(words(element)).to.not.include('Used today');
      expect(endButtons(element).map((button) => button.ariaLabel)).to.deep.equal([
        'Mark as ended: Claude Code',
        'Mark as ended: Gemini CLI',
        'Mark as ended: OpenCode',
      ]);
      const links = [...(element.shadowRoot?.querySelectorAll<HTMLAnchorElement>('a.write') ?? [])];
      expect(links.map(({ hash }) => hash).slice(0, 2)).to.deep.equal([
        '#letter=claude-code',
        '#changes=claude-code',
      ]);
      await expect(element).to.be.accessible();
      endButtons(element)[0]?.focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => endButtons(element).length === 0);
      expect(requests.at(-1)).to.equal('DELETE /api/sessions/claude-code');
      expect(words(element)).to.not.include('Agent sessions');
      // The focus does not go with the row.
      await waitUntil(() => element.shadowRoot?.activeElement?.id === 'view');
    });

    for (const has of ['sessions', 'none'] as const)
      it(`asks again who is there with the next reading if the home did not answer (${has})`, async () => {
        const answer = window.fetch;
        window.fetch = () => {
          requests.push('nothing');
          return Promise.reject(new TypeError('Failed to fetch'));
        };
        const state = has === 'sessions' ? withTeam() : liveState();
        const again = (): void =>
          state.readings.sessions.set(
            has === 'sessions'
              ? { ...state.readings.sessions.get() }
              : { state: 'empty', source: 'reports', fetchedAt: NOW, cause: NO_SESSIONS },
          );
        if (has === 'none') again();
        const element = await show(state);
        await waitUntil(() => requests.length > 0);
        await aTimeout(0);
        expect(state.games.owner.get()).to.equal('unknown');
        window.fetch = answer;
        state.now.set(NOW + 60_000);
        await element.updateComplete;
        expect(requests, 'without a reading').to.deep.equal(['nothing']);
        again();
        await waitUntil(() => state.games.owner.get() === 'owner', 'it asks again', { timeout: 3_000 });
      });

    it('keeps focus and problems at their session when the list sorts itself', async () => {
      const state = withTeam();
      const element = await show(state);
      await waitUntil(() => endButtons(element).length === 3);
      const answer = window.fetch;
      window.fetch = slowly((url, init) =>
        init?.method === 'DELETE'
          ? Promise.resolve(Response.json({ message: 'It reports again.' }, { status: 409 }))
          : answer(url, init),
      );
      const problemAt = (): string | undefined => {
        const row = [...inside(element).querySelectorAll('hw-end-session')].find((one) =>
          one.shadowRoot?.querySelector('[role=alert]'),
        );
        return row?.session?.name;
      };
      endButtons(element)[2]?.focus();
      expect(focusedNow()?.ariaLabel).to.equal('Mark as ended: OpenCode');
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => problemAt() === 'OpenCode');
      const { sessions } = teamAtWork(NOW);
      const value = team(
        sessions.map((one) => (one.name === 'OpenCode' ? { ...one, state: 'failed' } : one)),
      );
      expect(value.sessions.map(({ name }) => name).indexOf('OpenCode')).to.be.lessThan(4);
      state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value });
      await element.updateComplete;
      await waitUntil(() => endButtons(element)[2]?.ariaLabel !== 'Mark as ended: OpenCode');
      expect(focusedNow()?.ariaLabel).to.equal('Mark as ended: OpenCode');
      expect(problemAt()).to.equal('OpenCode');
    });

    it('shows what the agents have used today, at each session and together', async () => {
      usage = answerOf({
        sessions: answerOf().sessions.flatMap((one) => [
          { ...one, key: 'claude-code' },
          contextOnly({ ...one, key: 'codex' }),
        ]),
      });
      const element = await show(withTeam());
      await waitUntil(() => words(element).includes('Used today'));
      for (const part of [
        'Today: 1.25 M tokens, about $3.20, 92 % of the context left (estimate from its requests, 4 min ago)',
        'Today: 92 % of the context left (told by Codex 4 min ago)',
        'Used today 2.51 M tokens, about $3.25, and 12.3 k tokens without a price',
        'Budget of today: about $3.25 of $10.00',
        'Five hours of Claude Code on laptop: 77 % left, resets in 3 h',
      ])
        expect(words(element)).to.include(part);
      expect(element.shadowRoot?.querySelectorAll('.hourglass').length).to.equal(2);
      expect(element.shadowRoot?.querySelector('a[href="door#usage"]')).to.not.equal(null);
      await expect(element).to.be.accessible();
    });

    it('begins with what happened since the owner was here, and tells it until the button is pressed again', async () => {
      localStorage.setItem('home-world.owner-seen', String(Date.now() - 7_200_000));
      const state = withTeam();
      const element = await show(state);
      const since = () => element.shadowRoot?.querySelector('hw-since');
      await waitUntil(() => since()?.shadowRoot?.textContent?.includes('Nothing happened'));
      await expect(element).to.be.accessible();
      const button = () => since()!.shadowRoot!.querySelector<HTMLButtonElement>('.action')!;
      button().click();
      const started = state.narrate.inbox.next();
      expect(
        started?.kind === 'start' && typeof started.what === 'object' && 'story' in started.what,
      ).to.equal(true);
      state.narration.set({
        ...state.narration.get(),
        what: 'story',
        phase: 'speaking',
        text: 'Hello.',
        total: 1,
      });
      await waitUntil(() => button().textContent?.trim() === 'Stop');
      button().click();
      expect(state.narrate.inbox.next()?.kind).to.equal('stop');
      since()!.shadowRoot!.querySelector<HTMLButtonElement>('.head button')!.focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => element.shadowRoot?.activeElement?.id === 'view');
      sessionStorage.removeItem('home-world.absence');
    });

    it('is not there for visitors', async () => {
      const state = withTeam('states');
      const element = await show(state);
      state.games.owner.set('visitor');
      await element.updateComplete;
      expect(endButtons(element)).to.deep.equal([]);
      expect(element.shadowRoot?.querySelector('a.write')).to.equal(null);
      expect(requests).to.deep.equal([]);
    });
  });

  it('names the latest of many agents and counts the others', async () => {
    const state = liveState();
    const names = ['Ada', 'Brook', 'Cleo', 'Dan', 'Eve'];
    state.config.set({
      ...state.config.get(),
      codeHost: { ...state.config.get().codeHost, agents: names },
    });
    state.readings.commits.set({
      state: 'live',
      source: 'local/home',
      fetchedAt: NOW,
      value: names.map((author, i) => ({
        sha: `${i}`,
        author,
        authoredAt: NOW - (5 - i) * 60_000,
        title: 'x',
      })),
    });
    expect(words(await show(state))).to.include(
      '5 active now, 5 of 5 with a commit today Active now: Eve, Dan, Cleo, and 2 more',
    );
  });

  it('tells the agents active now from those active today', async () => {
    const state = liveState();
    const names = ['Ada', 'Brook', 'Cleo', 'Dan'];
    state.config.set({
      ...state.config.get(),
      codeHost: { ...state.config.get().codeHost, agents: names },
    });
    const minutes = [16 * 60, 20, 40, 5];
    const value = names.map((author, i) => ({
      sha: `${i}`,
      author,
      authoredAt: NOW - minutes[i]! * 60_000,
      title: 'x',
    }));
    state.readings.commits.set({ state: 'live', source: 'local/home', fetchedAt: NOW, value });
    const element = await show(state);
    expect(words(element)).to.include(
      '2 active now, 4 of 4 with a commit today Active now: Dan and Brook Also today: Cleo and Ada',
    );
    state.activity.set({ state: 'working', since: NOW, updatedAt: NOW });
    await element.updateComplete;
    expect(words(element)).to.include(
      '3 active now, 4 of 4 with a commit today Active now: Dan, Brook, and Timmy Also',
    );
  });

  it('says that no agent works, or that it is not known', async () => {
    const state = liveState();
    state.readings.commits.set({ state: 'empty', source: 'local/home', fetchedAt: NOW });
    const text = words(await show(state));
    expect(text).to.include('0 of 2 active today No agent has written a commit in the last 24 hours.');
    expect(text).to.include('NO COMMITS');
    state.readings.commits.set({ state: 'error', source: 'local/home', cause: 'answered 502' });
    const failed = words(await show(state));
    expect(failed).to.include('AGENTS: ERROR');
    expect(failed).to.include('COMMITS: ERROR');
    expect(failed).to.include('answered 502');
    const unknown = words(await show(createState()));
    expect(unknown).to.include('COMMITS: —');
    expect(unknown).to.include('Cannot be reached: there is no bridge');
  });

  it('says what the resident is doing and has done', async () => {
    const state = liveState();
    state.resident.set({ name: 'Ada', attached: true, note: '' });
    const element = await show(state);
    expect(words(element)).to.match(/Ada Ready to talk\s*1 commit in the last 24 hours/);
    const question = ['q', 'What is the weather?', { role: 'visitor', speaker: 'You' }] as const;
    say(state, [...question]);
    state.chat.unanswered.set(1);
    await element.updateComplete;
    expect(words(element)).to.include('Thinking about “What is the weather?”');
    state.chat.unanswered.set(0);
    say(state, [...question], ['a', 'Clear', { status: 'streaming' }]);
    await element.updateComplete;
    expect(words(element)).to.include('Answering “What is the weather?”');
    say(state, [...question], ['a', 'Clear.', { ts: NOW - 120_000 }]);
    await element.updateComplete;
    expect(words(element)).to.include('Answered “What is the weather?” 2 min ago');
    state.bridge.set({ state: 'waiting', cause: 'the server closed the connection' });
    await element.updateComplete;
    expect(words(element)).to.include('Cannot be reached: the server closed the connection');
  });

  it('says what the agent of the resident reports, and that it has reported nothing', async () => {
    const state = liveState();
    const element = await show(state);
    expect(words(element)).to.include('no agent has reported yet');
    state.activity.set({
      state: 'working',
      task: 'the login',
      step: 'tests',
      tool: '<b>Bash</b>',
      progress: 0.4,
      target: { kind: 'issue', name: '12', url: 'https://code.example/issues/12' },
      since: NOW - 240_000,
      updatedAt: NOW,
    });
    await element.updateComplete;
    expect(words(element)).to.match(
      /Timmy\s+Working on the login\s*, began 4 min ago\s+tests, with <b>Bash<\/b>\s+40 %\s+issue 12\s+Ready to talk/,
    );
    expect(words(element)).to.not.include('no agent has reported');
    expect(find<HTMLProgressElement>(element, 'progress').value).to.equal(0.4);
    expect(find<HTMLAnchorElement>(element, '.target a').href).to.equal('https://code.example/issues/12');
    await expect(element).to.be.accessible();
    state.now.set(NOW + 11 * 60_000);
    await element.updateComplete;
    expect(words(element)).to.include('stale · no report for more than 10 minutes');
  });

  it('has the relays as a second tab, by press and by arrow keys', async () => {
    const state = liveState();
    state.relay.events.set([event(0)]);
    const element = await show(state);
    expect(inside(element).querySelector('hw-relay-feed')).to.equal(null);
    tab(element, 'relays').click();
    await element.updateComplete;
    const feed = find(element, 'hw-relay-feed');
    Object.assign(feed, { state });
    await waitUntil(() => words(feed).includes('[pub00000] note 0'));
    expect(tab(element, 'relays').ariaSelected).to.equal('true');
    await expect(element).to.be.accessible();
    tab(element, 'relays').focus();
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => inside(element).activeElement === tab(element, 'today'));
    expect(words(element)).to.include('Last commits');
    await sendKeys({ press: 'End' });
    await waitUntil(() => inside(element).activeElement === tab(element, 'relays'));
    expect(tab(element, 'today').tabIndex).to.equal(-1);
  });

  it('shows hostile names and titles as plain text', async () => {
    const state = liveState();
    state.readings.commits.set({
      state: 'live',
      source: 'local/home',
      fetchedAt: NOW,
      value: [{ sha: 'a', author: '<b>x</b>', authoredAt: NOW, title: '\u202e<img src=x onerror=alert(1)>' }],
    });
    const element = await show(state);
    expect(inside(element).querySelector('img, b')).to.equal(null);
    expect(words(element)).to.include('<img src=x onerror=alert(1)> <b>x</b>');
    expect(words(element)).to.not.include('\u202e');
  });

  it('can be closed', async () => {
    const state = liveState();
    find<HTMLButtonElement>(await show(state), '[aria-label="Close today"]').click();
    expect(state.panels.today.get()).to.equal(false);
  });
});
