import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/widgets/agents.ts';
import '../../../components/widgets/block-height.ts';
import '../../../components/widgets/commits.ts';
import type { HomeElement } from '../../../components/widgets/home-element.ts';
import '../../../components/widgets/now.ts';
import '../../../components/widgets/open-work.ts';
import '../../../components/widgets/heartbeat.ts';
import '../../../components/widgets/portals.ts';
import '../../../components/widgets/team.ts';
import '../../../components/widgets/sovereignty.ts';
import '../../../components/widgets/weather.ts';
import type { HomeState } from '../../../data/apps/home-state.ts';
import { session, team, teamAtWork } from '../../helpers/sessions.ts';
import * as given from './readings.ts';

const show = async (tag: string, state: HomeState, attributes = {}): Promise<HomeElement> => {
  const element = document.createElement(tag) as HomeElement;
  for (const [name, value] of Object.entries<string>(attributes)) element.setAttribute(name, value);
  element.state = state;
  const host = await fixture(html`<div style="width: 320px; background: #000008"></div>`);
  host.append(element);
  await element.updateComplete;
  return element;
};

const all = (element: Element, selector: string): string[] =>
  [...(element.shadowRoot?.querySelectorAll(selector) ?? [])].map((found) => found.textContent.trim());
const text = (element: Element, selector: string): string => all(element, selector).join('|');

/** Every widget, how to give it a value, and where its main text is. */
const widgets: readonly {
  tag: string;
  selector: string;
  target: (state: HomeState) => HomeState['readings'][keyof HomeState['readings']];
  give: (state: HomeState) => void;
  age: (state: HomeState, how: 'stale' | 'offline') => void;
  said: string;
  onError: string;
  onEmpty: string | undefined;
}[] = [
  {
    tag: 'hw-sovereignty',
    selector: 'dd',
    target: ({ readings }) => readings.sovereignty,
    give: ({ readings }) => given.live(readings.sovereignty, given.sovereignty),
    age: ({ readings }, how) => given.aged(readings.sovereignty, how, given.sovereignty),
    said: '72%|MOSTLY OURS',
    onError: 'ERROR|ERROR',
    onEmpty: undefined,
  },
  {
    tag: 'hw-agents',
    selector: 'li > :first-child',
    target: ({ readings }) => readings.commits,
    give: ({ readings }) => given.live(readings.commits, given.commits),
    age: ({ readings }, how) => given.aged(readings.commits, how, given.commits),
    said: 'Timmy: WORKING|Ada: IDLE',
    onError: 'AGENTS: ERROR',
    onEmpty: 'Timmy: IDLE|Ada: IDLE',
  },
  {
    tag: 'hw-commits',
    selector: 'li > :first-child',
    target: ({ readings }) => readings.commits,
    give: ({ readings }) => given.live(readings.commits, given.commits),
    age: ({ readings }, how) => given.aged(readings.commits, how, given.commits),
    said: 'Teach the panel to say what it knows — timmy|Read dates with their offsets — Grace',
    onError: 'COMMITS: ERROR',
    onEmpty: 'NO COMMITS',
  },
  {
    tag: 'hw-weather',
    selector: '.figure',
    target: ({ readings }) => readings.weather,
    give: ({ readings }) => given.live(readings.weather, given.weather),
    age: ({ readings }, how) => given.aged(readings.weather, how, given.weather),
    said: '71.7°F Clear',
    onError: 'ERROR',
    onEmpty: undefined,
  },
  {
    tag: 'hw-block-height',
    selector: '.figure',
    target: ({ readings }) => readings.blockHeight,
    give: ({ readings }) => given.live(readings.blockHeight, 698_767),
    age: ({ readings }, how) => given.aged(readings.blockHeight, how, 698_767),
    said: '698767',
    onError: 'ERROR',
    onEmpty: undefined,
  },
  {
    tag: 'hw-now',
    selector: 'li > :first-child',
    target: ({ readings }) => readings.activity,
    give: ({ readings }) => given.live(readings.activity, given.report),
    age: ({ readings }, how) => given.aged(readings.activity, how, given.report),
    said: 'working on the login',
    onError: 'REPORT: ERROR',
    onEmpty: 'NO REPORT',
  },
  {
    tag: 'hw-open-work',
    selector: 'li > :first-child',
    target: ({ readings }) => readings.openWork,
    give: ({ readings }) => given.live(readings.openWork, given.openWork),
    age: ({ readings }, how) => given.aged(readings.openWork, how, given.openWork),
    said: 'Checks failed: unit tests|#12 Light the lamp|#9 Sweep',
    onError: 'OPEN WORK: ERROR',
    onEmpty: 'NO OPEN WORK',
  },
  {
    tag: 'hw-portals',
    selector: 'li > :first-child',
    target: ({ readings }) => readings.portalRecords,
    give: ({ readings }) => given.live(readings.portalRecords, [given.portal('a')]),
    age: ({ readings }, how) => given.aged(readings.portalRecords, how, [given.portal('a')]),
    said: 'World a: UNKNOWN',
    onError: 'PORTALS: ERROR',
    onEmpty: 'NO PORTALS',
  },
];

for (const { tag, selector, target, give, age, said, onError, onEmpty } of widgets) {
  describe(tag, () => {
    it('shows a dash and its source before the first answer, accessibly', async () => {
      const state = given.homeState();
      const element = await show(tag, state);
      expect(text(element, selector)).to.contain('—');
      expect(text(element, '.source')).to.contain('asking');
      await expect(element).to.be.accessible();
    });

    it('shows a live reading with its source and age, accessibly', async () => {
      const state = given.homeState();
      const element = await show(tag, state);
      give(state);
      await element.updateComplete;
      expect(text(element, selector)).to.equal(said);
      expect(text(element, '.source')).to.equal(`${target(state).get().source} · 1 min ago`);
      await expect(element).to.be.accessible();
    });

    for (const how of ['stale', 'offline'] as const) {
      it(`keeps the last value of a reading that is ${how} and says why, accessibly`, async () => {
        const state = given.homeState();
        age(state, how);
        const element = await show(tag, state);
        expect(text(element, selector)).to.equal(said);
        expect(text(element, '.source')).to.match(new RegExp(`· ${how} · .+ · last answer 3 h ago$`));
        await expect(element).to.be.accessible();
      });
    }

    it('shows the exact error text with the cause, accessibly', async () => {
      const state = given.homeState();
      give(state);
      const element = await show(tag, state);
      given.failed(target(state) as never, 'it answered 503');
      await element.updateComplete;
      expect(text(element, selector)).to.equal(onError);
      expect(text(element, '.source')).to.contain('error · it answered 503');
      await expect(element).to.be.accessible();
    });

    if (onEmpty !== undefined) {
      it('says accessibly that the source has nothing', async () => {
        const state = given.homeState();
        given.empty(target(state) as never);
        const element = await show(tag, state);
        expect(text(element, selector)).to.equal(onEmpty);
        await expect(element).to.be.accessible();
      });
    }

    it('follows the clock: the same reading is older an hour later', async () => {
      const state = given.homeState();
      give(state);
      const element = await show(tag, state);
      state.now.set(given.NOW + given.HOUR);
      await element.updateComplete;
      expect(text(element, '.source')).to.contain('1 h ago');
    });
  });
}

describe('hw-agents, by the specification’s table', () => {
  it('gives a working agent the class working, an idle one idle, a dead one dead', async () => {
    const state = given.homeState();
    given.live(state.readings.commits, given.commits);
    given.live(state.readings.agentStatus, given.agents);
    const element = await show('hw-agents', state);
    expect(text(element, 'li.working > :first-child')).to.equal('Timmy: WORKING');
    expect(text(element, 'li.dead > :first-child')).to.equal('Ada: DEAD');
    expect(text(element, '.detail')).to.contain('last commit 2 h ago · 2 PRs today · #12 the door sticks');
  });

  it('marks dormant and dead agents with the fixed colours, on dark and light pages', async () => {
    const state = given.homeState();
    given.live(state.readings.commits, [{ ...given.commits[0]!, authoredAt: given.NOW - 200 * given.HOUR }]);
    given.live(state.readings.agentStatus, given.agents);
    const element = await show('hw-agents', state, { theme: 'dark' });
    const mark = (row: string) => {
      const li = element.shadowRoot!.querySelector(`li.${row}`)!;
      return getComputedStyle(li, '::before');
    };
    expect(mark('dormant').backgroundColor).to.equal('rgb(42, 64, 96)');
    expect(mark('dead').backgroundColor).to.equal('rgb(58, 32, 64)');
    element.setAttribute('theme', 'light');
    await element.updateComplete;
    expect(mark('dormant').color).to.equal('rgb(42, 64, 96)');
    expect(mark('dead').color).to.equal('rgb(58, 32, 64)');
  });

  it('shows one row of class dead when the commits cannot be fetched', async () => {
    const state = given.homeState();
    given.failed(state.readings.commits, 'down');
    const element = await show('hw-agents', state);
    expect(all(element, 'li')).to.deep.equal(['AGENTS: ERROR']);
    expect(all(element, 'li.dead')).to.deep.equal(['AGENTS: ERROR']);
  });
});

describe('hw-commits', () => {
  it('marks the failure with the class dead', async () => {
    const state = given.homeState();
    given.failed(state.readings.commits, 'down');
    const element = await show('hw-commits', state);
    expect(text(element, 'li.dead')).to.equal('COMMITS: ERROR');
  });

  it('shows a hostile title as plain text', async () => {
    const state = given.homeState();
    const title = '<img src=x onerror="document.title=\'broken\'"> & more';
    given.live(state.readings.commits, [{ sha: 'c', author: 'x', authoredAt: given.NOW, title }]);
    const element = await show('hw-commits', state);
    expect(text(element, '.commit > :first-child')).to.equal(`${title} — x`);
    expect(element.shadowRoot?.querySelector('img')).to.equal(null);
  });
});

describe('hw-sovereignty', () => {
  for (const [score, level] of [
    [80, 'high'],
    [79, 'mid'],
    [40, 'mid'],
    [39, 'low'],
  ] as const) {
    it(`colours ${score} as ${level}`, async () => {
      const state = given.homeState();
      given.live(state.readings.sovereignty, { score, label: 'ours' });
      const element = await show('hw-sovereignty', state);
      expect(element.shadowRoot?.querySelector(`.${level} .score`)?.textContent).to.equal(`${score}%`);
    });
  }
});

describe('the parts of hw-sovereignty', () => {
  it('are listed where they were counted, and left out otherwise', async () => {
    const state = given.homeState();
    given.live(state.readings.sovereignty, { score: 50, label: 'ours' });
    const element = await show('hw-sovereignty', state);
    expect(all(element, 'li')).to.deep.equal([]);
    expect(element.shadowRoot?.querySelector('rect.filled')?.getAttribute('width')).to.equal('50%');
    const parts = [
      { name: 'pages', own: true, where: '', why: 'The home’s own server sends them.' },
      { name: 'weather', own: false, where: 'w.example', why: 'The forecast comes from w.example.' },
      { name: 'relays', own: null, where: '', why: 'Whose they are is not known.' },
    ];
    given.live(state.readings.sovereignty, { score: 50, label: 'ours', parts });
    const counted = await show('hw-sovereignty', state);
    expect(all(counted, 'li')).to.deep.equal([
      'pages: own. The home’s own server sends them.',
      'weather: not own. The forecast comes from w.example.',
      'relays: not known. Whose they are is not known.',
    ]);
    const segments = [...(counted.shadowRoot?.querySelectorAll('.bar > *') ?? [])];
    expect(segments.map(({ className }) => className)).to.deep.equal(['filled', 'track', 'track']);
  });
});

describe('hw-now', () => {
  it('says what else is known of the task, and links it', async () => {
    const state = given.homeState();
    const target = { kind: 'issue', name: '12', url: 'https://code.example/issues/12' } as const;
    given.live(state.readings.activity, { ...given.report, step: 'tests', progress: 0.4, target });
    const element = await show('hw-now', state);
    expect(text(element, '.detail')).to.equal('tests, issue 12, 40 %, began 2 h ago');
    expect(element.shadowRoot?.querySelector('a')?.href).to.equal(target.url);
    await expect(element).to.be.accessible();
  });

  it('that waits has no bar of a placeholder', async () => {
    const state = given.homeState();
    given.live(state.readings.activity, { ...given.report, state: 'waiting' });
    const element = await show('hw-now', state);
    const row = element.shadowRoot?.querySelector('li');
    expect(row?.className).to.equal('waiting');
    expect(getComputedStyle(row!, '::after').content).to.equal('none');
  });

  it('says that an old report is old', async () => {
    const state = given.homeState();
    given.live(state.readings.activity, { ...given.report, updatedAt: given.NOW - given.HOUR });
    const element = await show('hw-now', state);
    expect(text(element, '.source')).to.equal(
      'reports of the agent · stale · no report for more than 10 minutes · last answer 1 h ago',
    );
  });

  it('shows a hostile task as plain text in its own direction', async () => {
    const state = given.homeState();
    given.live(state.readings.activity, { ...given.report, task: '<b>\u202eevil</b>' });
    const element = await show('hw-now', state);
    expect(text(element, 'bdi')).to.contain('working on <b>evil</b>');
    expect(element.shadowRoot?.querySelector('b')).to.equal(null);
  });
});

describe('hw-team', () => {
  it('lists the sessions in the order of the queue, with what they do', async () => {
    const state = given.homeState();
    given.live(state.readings.sessions, teamAtWork(given.NOW));
    const element = await show('hw-team', state);
    const rows = [...(element.shadowRoot?.querySelectorAll('li') ?? [])];
    expect(rows.map((row) => [row.className, row.textContent?.replaceAll(/\s+/g, ' ').trim()])).to.deep.equal(
      [
        ['waiting', 'Claude Code: waits for permission, 38 min with Bash'],
        ['failed', 'Gemini CLI: failed, 1 min rate limit'],
        ['thinking', 'Claude Code 2: thinking 1 sub-agent'],
        ['working', 'Codex: working with apply_patch'],
        ['done', 'OpenCode: done, 2 h 14 tool calls, 3 files'],
      ],
    );
    expect(getComputedStyle(rows[0]!, '::after').content).to.equal('none');
    await expect(element).to.be.accessible();
  });

  it('counts what it does not list, and says that there are none', async () => {
    const state = given.homeState();
    given.live(state.readings.sessions, teamAtWork(given.NOW));
    const element = await show('hw-team', state);
    element.limit = 2;
    await element.updateComplete;
    expect(text(element, 'li:last-child')).to.equal('and 3 other sessions');
    state.readings.sessions.set({
      state: 'empty',
      source: 'reports',
      fetchedAt: given.NOW,
      cause: 'none yet',
    });
    await element.updateComplete;
    expect(text(element, 'li')).to.equal('NO SESSIONS');
  });

  it('shows a hostile name as plain text', async () => {
    const state = given.homeState();
    given.live(state.readings.sessions, team([session({ name: '<b>\u202eevil</b>', state: 'working' })]));
    const element = await show('hw-team', state);
    expect(text(element, 'bdi')).to.equal('<b>evil</b>: working');
    expect(element.shadowRoot?.querySelector('b')).to.equal(null);
  });

  it('is in the heartbeat only where there are sessions', async () => {
    const state = given.homeState();
    const element = await show('hw-heartbeat', state);
    expect(element.shadowRoot?.querySelector('hw-team')).to.equal(null);
    given.live(state.readings.sessions, teamAtWork(given.NOW));
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('.grid > *')?.localName, 'who waits comes first').to.equal(
      'hw-team',
    );
  });
});

describe('hw-open-work', () => {
  it('says who opened a pull request, when, and what it waits for', async () => {
    const state = given.homeState();
    given.live(state.readings.openWork, given.openWork);
    const element = await show('hw-open-work', state);
    const rows = [...(element.shadowRoot?.querySelectorAll('li') ?? [])].map((row) => [
      row.className,
      row.textContent?.replaceAll(/\s+/g, ' ').trim(),
    ]);
    expect(rows).to.deep.equal([
      ['failed', 'Checks failed: unit tests 2 open pull requests, 1 waits for the owner’s review'],
      ['owner', '#12 Light the lamp ada, 2 h ago, waits for the owner’s review'],
      ['none', '#9 Sweep bob, 1 d ago'],
    ]);
    element.limit = 1;
    await element.updateComplete;
    expect(all(element, 'li')).to.have.length(2);
  });

  it('shows a hostile title as plain text in its own direction', async () => {
    const state = given.homeState();
    const [pull] = given.openWork.pulls;
    given.live(state.readings.openWork, {
      ...given.openWork,
      pulls: [{ ...pull!, title: '<b>\u202eevil</b>' }],
    });
    const element = await show('hw-open-work', state);
    expect(text(element, 'li:last-child bdi')).to.contain('#12 <b>evil</b>');
    expect(element.shadowRoot?.querySelector('b')).to.equal(null);
  });
});

describe('hw-portals', () => {
  it('links open portals and gives the reason for closed ones', async () => {
    const state = given.homeState();
    given.live(state.readings.portalRecords, [
      given.portal('a', 'https://world.example/'),
      given.portal('b', 'javascript:alert(1)'),
      given.portal('c'),
    ]);
    given.live(state.readings.portalHealth, [{ id: 'a', status: 'online', checks: [] }]);
    const element = await show('hw-portals', state);
    const links = element.shadowRoot?.querySelectorAll('a');
    expect(links).to.have.lengthOf(1);
    expect(links?.[0]?.href).to.equal('https://world.example/');
    expect(all(element, 'li > :first-child')).to.deep.equal([
      'World a: ONLINE',
      'World b: UNKNOWN',
      'World c: UNKNOWN',
    ]);
    expect(all(element, '.detail')[1]).to.equal(
      'Its destination is not an http(s) address or a path of this home.',
    );
    expect(all(element, '.detail')[2]).to.equal('No address yet.');
    await expect(element).to.be.accessible();
  });
});
