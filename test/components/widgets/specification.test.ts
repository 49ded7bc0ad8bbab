import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/widgets/heartbeat.ts';
import type { HomeElement } from '../../../components/widgets/home-element.ts';
import { type HomeState, createHomeState } from '../../../data/apps/home-state.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import type { AgentRecord } from '../../../data/readings/records.ts';
import type { NamedModule } from '../../../world/core/define-module.ts';
import { agentPanel } from '../../../world/panels/agent-panel.ts';
import { commitPanel } from '../../../world/panels/commit-panel.ts';
import { locationPanel } from '../../../world/panels/location-panel.ts';
import * as meter from '../../../world/panels/meter/sovereignty-meter.ts';
import { NOW, ShownPanel, failed } from '../../world/panels/shown-panel.ts';
import { HOUR } from './readings.ts';

/** The page and the world have these readings in common. */
type Readings = Pick<
  HomeState['readings'],
  'agentStatus' | 'blockHeight' | 'commits' | 'sovereignty' | 'weather'
>;
type Give = (readings: Readings) => void;

const specification = await (await fetch('/docs/specification.md')).text();

/** The rows of the first table in a section, without its head. */
function tableOf(heading: string): string[][] {
  const section = specification.slice(specification.indexOf(`\n${heading} `)).split(/\n#/)[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
/** The exact texts in a cell. */
const exactTexts = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

const config = { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Timmy'] } };

/** The heartbeat as its page shows it. */
async function heartbeat(give: Give): Promise<(selector: string) => HTMLElement[]> {
  const state = createHomeState('https://home.example/', NOW, config);
  give(state.readings);
  const element = document.createElement('hw-heartbeat') as HomeElement;
  element.state = state;
  (await fixture(html`<main></main>`)).append(element);
  await element.updateComplete;
  const widgets = [...(element.shadowRoot?.querySelectorAll<HomeElement>('.grid > *') ?? [])];
  await Promise.all(widgets.map(({ updateComplete }) => updateComplete));
  return (selector) => {
    const [tag = '', ...inside] = selector.split(' ');
    const shadow = widgets.find(({ localName }) => localName === tag)?.shadowRoot;
    return [...(shadow?.querySelectorAll<HTMLElement>(inside.join(' ')) ?? [])];
  };
}

/** The texts on a panel of the world. */
function onPanel(shown: Pick<NamedModule, 'name' | 'module'>, give: Give): string[] {
  const panel = new ShownPanel(shown);
  give(panel.state.readings);
  const texts = panel.texts();
  panel.dispose();
  return texts;
}
const agentsOnPanel = (give: Give): string[] => onPanel(agentPanel, give);
const commitsOnPanel = (give: Give): string[] => onPanel(commitPanel, give);
const placeOnPanel = (give: Give): string[] => onPanel(locationPanel, give);
const scoreOnMeter = (give: Give): string[] => onPanel({ name: 'sovereignty-meter', module: meter }, give);

/** Gives one agent a commit of that age. With `status`, the agent also has a row in the agent status file. */
const agent =
  (hours: number, status?: AgentRecord['status']): Give =>
  ({ commits, agentStatus }) => {
    const source = 'code.example';
    const authoredAt = NOW - hours * HOUR;
    commits.set({
      state: 'live',
      source,
      fetchedAt: NOW,
      // The author's name differs from the configured name in upper and lower case.
      value: [{ sha: 'a', author: 'tIMMY', authoredAt, title: 'One' }],
    });
    const value = status ? [{ name: 'Timmy', status, issue: null, prs_today: 0 }] : [];
    agentStatus.set({ state: 'live', source, fetchedAt: NOW, value });
  };

describe('an agent, by the table of specification 3.1', () => {
  const states: Readonly<Record<string, Give>> = {
    dead: agent(1, 'dead'),
    working: agent(23, 'idle'),
    dormant: agent(7 * 24 + 1),
    idle: agent(25),
  };
  const rows = tableOf('### 3.1');

  it('has the states that are shown here', () => {
    expect(rows.map(([state]) => state)).to.have.members(Object.keys(states));
  });

  for (const [state = '', , shown, className] of rows)
    it(`is shown as ${shown} when it is ${state}, with the class on its row`, async () => {
      const give = states[state] as Give;
      const [row, ...others] = (await heartbeat(give))('hw-agents li');
      const text = `Timmy: ${exactTexts(shown)[0]}`;
      expect(others).to.have.length(0);
      expect(row?.className).to.equal(exactTexts(className)[0]);
      expect(row?.firstElementChild?.textContent).to.equal(text);
      expect(agentsOnPanel(give)).to.include(text);
    });
});

describe('what fails, by the table of specification 7', () => {
  const rows = tableOf('## 7').map(([what = '', shown = '']) => [what, exactTexts(shown)] as const);
  const textsOf = (elements: readonly HTMLElement[]): string[] =>
    elements.map(({ textContent }) => textContent.trim());
  const rowsOf = (elements: readonly HTMLElement[]): string[] =>
    elements.map((row) => `${row.localName}.${row.className} ${row.textContent.trim()}`);

  const checks: Readonly<Record<string, (texts: readonly string[]) => Promise<void>>> = {
    async 'sovereignty file'([error = '']) {
      const give: Give = ({ sovereignty }) => sovereignty.set(failed);
      expect(textsOf((await heartbeat(give))('hw-sovereignty dd'))).to.deep.equal([error, error]);
      expect(scoreOnMeter(give).filter((text) => text === error)).to.have.length(2);
    },
    async commits([agents = '', commits = '', dead]) {
      const give: Give = (readings) => readings.commits.set(failed);
      const find = await heartbeat(give);
      expect(rowsOf(find('hw-agents li'))).to.deep.equal([`li.${dead} ${agents}`]);
      expect(rowsOf(find('hw-commits li'))).to.deep.equal([`li.${dead} ${commits}`]);
      expect(agentsOnPanel(give)).to.include(agents);
      expect(commitsOnPanel(give)).to.include(commits);
    },
    async 'no commits, which a code host also says by 409 of an empty repository'([none = '']) {
      const give: Give = ({ commits }) => commits.set({ state: 'empty', source: 'x', fetchedAt: NOW });
      expect(textsOf((await heartbeat(give))('hw-commits li'))).to.deep.equal([none]);
      expect(commitsOnPanel(give)).to.include(none);
    },
    async 'weather; block height'([error = '']) {
      const give: Give = ({ weather, blockHeight }) => {
        weather.set(failed);
        blockHeight.set(failed);
      };
      const find = await heartbeat(give);
      for (const tag of ['hw-weather', 'hw-block-height'])
        expect(textsOf(find(`${tag} .figure`)), tag).to.deep.equal([error]);
      // One of them is the state of the whole panel.
      expect(placeOnPanel(give).filter((text) => text === error)).to.have.length(3);
    },
    async 'what has not answered yet'([dash = '']) {
      const find = await heartbeat(() => undefined);
      for (const selector of ['hw-weather .figure', 'hw-block-height .figure', 'hw-sovereignty .score'])
        expect(textsOf(find(selector)), selector).to.deep.equal([dash]);
      expect(textsOf(find('hw-agents li:not(.placeholder)'))).to.deep.equal([`AGENTS: ${dash}`]);
      expect(textsOf(find('hw-commits li:not(.placeholder)'))).to.deep.equal([`COMMITS: ${dash}`]);
      expect(placeOnPanel(() => undefined)).to.include(dash);
    },
  };
  /** States that belong to no reading have separate tests. */
  const elsewhere: Readonly<Record<string, string>> = {
    'the browser has no network': 'components/notices/offline-banner.test.ts',
    'a relay’s socket': 'data/relay/feed.node.test.ts',
    'a relay’s frame that is no frame, a forged event': 'data/relay/feed-hostile.node.test.ts',
    'a voice that fails': 'components/notices/narrator-error.test.ts',
    'a module that throws, a shader that does not compile': 'world/failures.test.ts',
  };

  it('has the rows that are tested', async () => {
    const tested = [...Object.keys(checks), ...Object.keys(elsewhere)];
    expect(rows.map(([what]) => what.replace("'", '’'))).to.have.members(tested);
    for (const path of Object.values(elsewhere))
      expect((await fetch(`/test/${path}`, { method: 'HEAD' })).status, path).to.equal(200);
  });

  for (const [what, check] of Object.entries(checks))
    it(`shows exactly what the table says: ${what}`, async () => {
      await check(rows.find(([name]) => name === what)?.[1] ?? []);
    });
});
