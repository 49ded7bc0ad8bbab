import { type TemplateResult, html, nothing } from 'lit';
import { commitHours } from '../../data/readings/commit-hours.ts';
import { type NarrationName, isNarrated, toggleNarration } from '../../data/speech/narration.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import { portalStatus } from '../../data/readings/portals.ts';
import type { Portal } from '../../data/readings/records.ts';
import { travelTo } from '../../data/travel/travel.ts';
import { oathDocument, visionDocument } from '../../data/view/documents.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import type { ViewCommand } from '../../data/view/view.ts';
import type { State } from '../../data/state.ts';
import {
  AWAITING_DEPLOYMENT,
  DASH,
  DUAL_BRAIN_SOURCE,
  ERROR,
  type Row,
  absenceText,
  adapterRows,
  blockText,
  dualBrainCategories,
  placeText,
  provenanceText,
  weatherText,
} from '../../data/readings/format.ts';
import { agentRows } from '../../data/readings/format-agents.ts';
import {
  commitHoursRows,
  commitHoursText,
  commitRows,
  mergedRows,
} from '../../data/readings/format-commits.ts';
import { sovereigntyPartsText, sovereigntyTexts } from '../../data/readings/format-sovereignty.ts';
import { withoutBidiControls } from '../shared/text.ts';
import { SHOWN_EVENTS, kindName, satsText, sayerText } from '../shared/relay-text.ts';

const foot = (reading: Reading<unknown>, now: number): TemplateResult =>
  html`<p class="quiet">${provenanceText(reading, now)}</p>`;

const panel = (title: string, body: unknown): TemplateResult =>
  html`<section>
    <h3>${title}</h3>
    ${body}
  </section>`;

const list = (rows: readonly Row[]): TemplateResult =>
  html`<ul>
    ${rows.map(({ text, className }) => html`<li class=${className}><bdi>${withoutBidiControls(text)}</bdi></li>`)}
  </ul>`;

function portalItem(home: State, portal: Portal): TemplateResult {
  const { record, health, entrance } = portal;
  const status = portalStatus(portal);
  // Why a check failed is no reason of one that the registry calls offline.
  const cause = status === health.status ? health.cause : undefined;
  const reasonId = `closed-${record.id}`;
  const enter = (): void => {
    if (entrance.open) travelTo(home, { portalId: record.id, href: entrance.href }, 'at-once');
  };
  return html`<li class="portal">
    <h4>${withoutBidiControls(record.name)}</h4>
    <p>${withoutBidiControls(record.description)}</p>
    <p class="quiet">
      ${record.readiness_state} · ${record.access_mode} · ${status}${cause ? `: ${cause}` : ''}
    </p>
    ${
      entrance.open
        ? html`<button
            type="button"
            class="action"
            aria-label="${record.destination.action_label}: ${record.name}"
            @click=${enter}
          >
            ${record.destination.action_label}
          </button>`
        : html`<p id=${reasonId}>Closed. ${entrance.reason}</p>`
    }
  </li>`;
}

function portals(home: State, now: number): TemplateResult {
  const reading = home.derived.portals.get();
  const all = currentValue(reading);
  const text = reading.state === 'error' ? ERROR : reading.state === 'empty' ? 'No portals' : DASH;
  return panel(
    'Portals',
    html`${
      all
        ? html`<ul>
            ${all.map((portal) => portalItem(home, portal))}
          </ul>`
        : html`<p>${text}</p>`
    }
    ${foot(reading, now)}`,
  );
}

function merged(home: State, now: number): TemplateResult {
  const reading = home.readings.merged.get();
  return panel('Merged pull requests', html`${list(mergedRows(reading))}${foot(reading, now)}`);
}

const readButton = (home: State, name: string, command: ViewCommand): TemplateResult =>
  html`<button type="button" class="action" aria-label=${name} @click=${() => dispatchView(home, command)}>
    Read
  </button>`;

function oath(home: State, now: number): TemplateResult {
  const reading = home.readings.soul.get();
  const readout = oathDocument(reading, now);
  return panel(
    'Oath',
    html`${
      readout
        ? html`<p><bdi>${withoutBidiControls(readout.title)}</bdi></p>
            ${readButton(home, 'Read the oath', { kind: 'enter', mode: 'oath' })}`
        : html`<p>${absenceText('OATH', reading)}</p>`
    }${foot(reading, now)}`,
  );
}

function visionPoints(home: State, now: number): TemplateResult {
  const reading = home.readings.vision.get();
  const points = currentValue(reading);
  return panel(
    'Vision points',
    html`${
      points
        ? html`<ul>
            ${points.map(
              (point) =>
                html`<li class="point">
                  <h4><bdi>${withoutBidiControls(point.title)}</bdi></h4>
                  ${readButton(home, `Read: ${point.title}`, {
                    kind: 'read',
                    readout: visionDocument(point, reading, now),
                  })}
                </li>`,
            )}
          </ul>`
        : html`<p>${absenceText('VISION POINTS', reading)}</p>`
    }${foot(reading, now)}`,
  );
}

/** What a voice reads; its words stand in the captions meanwhile. */
function aloud(home: State): TemplateResult {
  const item = (what: NarrationName, name: string): TemplateResult =>
    html`<li class="point">
      <h4>${name}</h4>
      <button
        type="button"
        class="action"
        aria-label=${`${isNarrated(home, what) ? 'Stop' : 'Listen'}: ${name}`}
        @click=${() => toggleNarration(home, what)}
      >
        ${isNarrated(home, what) ? 'Stop' : 'Listen'}
      </button>
    </li>`;
  return panel(
    'Read aloud',
    html`<ul>
      ${item('podcast', 'The day in two minutes')} ${item('soul', 'The oath')}
    </ul>`,
  );
}

/** What lies in the floor: who wrote how much today. */
function lastDay(home: State, now: number): TemplateResult {
  const reading = home.readings.commits.get();
  const commits = currentValue(reading);
  const hours =
    commits &&
    commitHours(currentValue(home.derived.agents.get()) ?? [], commits, now, home.commitsKnownSince.get());
  return panel(
    'Commits of the last day',
    html`${hours ? html`<p>${commitHoursText(hours)}</p>` : list(commitRows(reading))}
    ${hours && hours.commits > 0 ? list(commitHoursRows(hours)) : nothing}${foot(reading, now)}`,
  );
}

function sovereignty(home: State, now: number): TemplateResult {
  const reading = home.readings.sovereignty.get();
  const { score, label } = sovereigntyTexts(reading);
  const parts = sovereigntyPartsText(reading);
  return panel(
    'Sovereignty',
    html`<p>${score === label ? score : `${score} ${label}`}</p>
      ${parts && html`<p>${parts}</p>`} ${foot(reading, now)}`,
  );
}

const dualBrain = (): TemplateResult =>
  panel(
    'Dual brain',
    html`<p>${AWAITING_DEPLOYMENT}</p>
      ${list(dualBrainCategories.map((name) => ({ text: `${name}: ${DASH}`, className: 'quiet' })))}
      <p class="quiet">${DUAL_BRAIN_SOURCE}</p>`,
  );

function feed(home: State): TemplateResult {
  const events = home.relay.events.get().slice(0, SHOWN_EVENTS);
  const connected = home.derived.relayConnected.get();
  const rows = events.map((event) => ({
    text: [
      `${kindName(event.kind)}:`,
      sayerText(event),
      event.content.includes(satsText(event.sats)) ? '' : satsText(event.sats),
    ]
      .filter(Boolean)
      .join(' '),
    className: '',
  }));
  return panel(
    'Relay feed',
    html`${rows.length > 0 ? list(rows) : html`<p>Waiting for relay events.</p>`}
      <p class="quiet">${connected ? 'connected' : 'not connected'}</p>`,
  );
}

function readings(home: State, now: number): TemplateResult[] {
  const agents = home.derived.agents.get();
  const commits = home.derived.lastCommits.get();
  const weather = home.readings.weather.get();
  const block = home.readings.blockHeight.get();
  const adapters = home.readings.adapters.get();
  return [
    panel('Agents', html`${list(agentRows(agents))}${foot(agents, now)}`),
    panel('Last commits', html`${list(commitRows(commits))}${foot(commits, now)}`),
    lastDay(home, now),
    merged(home, now),
    sovereignty(home, now),
    panel('Adapters', html`${list(adapterRows(adapters))}${foot(adapters, now)}`),
    dualBrain(),
    panel(
      'Weather',
      html`<p>${weatherText(weather)}</p>
        <p class="quiet">${placeText(home.config.get().weather)}</p>
        ${foot(weather, now)}`,
    ),
    panel(
      'Block height',
      html`<p>${blockText(block)}</p>
        ${foot(block, now)}`,
    ),
    feed(home),
  ];
}

/** What modules of others have put into the world. */
const things = (home: State): TemplateResult[] =>
  home.world.things.get().map((thing) => {
    const rows = thing.rows();
    const action = thing.action();
    return panel(
      withoutBidiControls(thing.title),
      html`<p><bdi>${withoutBidiControls(thing.label())}</bdi></p>
        ${rows.length > 0 ? list(rows.map((text) => ({ text, className: '' }))) : nothing}
        ${
          action
            ? html`<button
                type="button"
                class="action"
                aria-label="${action.text}: ${thing.title}"
                @click=${() => action.run()}
              >
                ${action.text}
              </button>`
            : nothing
        }`,
    );
  });

/** Everything the world shows, in its order of importance: doors first, then what is to be read, then the panels. */
export const directorySections = (home: State): TemplateResult => {
  const now = home.now.get();
  return html`${portals(home, now)}${oath(home, now)}${visionPoints(home, now)}${aloud(home)}${readings(home, now)}${things(home)}`;
};

/** Why there is no picture; nothing while there is one. */
export function pictureNote(home: State): TemplateResult | typeof nothing {
  const { phase, note } = home.world.status.get();
  return phase === 'unavailable' ? html`<p class="quiet why">No picture: ${note}</p>` : nothing;
}
