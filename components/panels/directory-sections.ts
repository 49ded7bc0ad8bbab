import { type TemplateResult, html, nothing } from 'lit';
import { type PlainSection, plainSections } from '../../data/apps/sources.ts';
import { commitHours } from '../../data/readings/commit-hours.ts';
import { type NarrationName, isNarrated, toggleNarration } from '../../data/speech/narration.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import { portalStatus } from '../../data/readings/portals.ts';
import type { Portal } from '../../data/readings/records.ts';
import { travelTo } from '../../data/travel/travel.ts';
import { visionDocument } from '../../data/view/documents.ts';
import { oathDocument } from '../../data/view/oath.ts';
import { dispatchView } from '../../data/view/view-state.ts';
import type { ViewCommand } from '../../data/view/view.ts';
import type { State } from '../../data/state.ts';
import {
  AWAITING_DEPLOYMENT,
  DASH,
  DUAL_BRAIN_SOURCE,
  ERROR,
  type Row,
  absenceText,
  dualBrainCategories,
  provenanceText,
} from '../../data/readings/format.ts';
import { placeText, weatherText } from '../../data/readings/format-weather.ts';
import { sessionRows } from '../../data/readings/format-sessions.ts';
import { workRows } from '../../data/readings/format-agents.ts';
import { commitHoursRows, commitHoursText, commitRows } from '../../data/readings/format-commits.ts';
import { sovereigntyRows, sovereigntyTexts } from '../../data/readings/format-sovereignty.ts';
import { offeredWorld } from '../shared/offered-world.ts';
import { isPlayed } from '../../data/games/portal-play.ts';
import '../shared/play/play.ts';
import { portalHistory } from '../shared/history/portal-history.ts';
import { portalPlay } from './portal-play.ts';
import '../shared/text/first-agent.ts';
import { absentActivity, presentActivity } from '../shared/text/present-activity.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { visitorTexts } from '../shared/text/visitors-text.ts';
import { kindName, satsText } from '../../data/relay/format.ts';
import { SHOWN_EVENTS, sayerText, withAmount } from '../shared/text/relay-text.ts';

const foot = (reading: Reading<unknown>, now: number): TemplateResult =>
  html`<p class="quiet">${provenanceText(reading, now)}</p>`;

const panel = (title: string, body: unknown): TemplateResult =>
  html`<section>
    <h3>${title}</h3>
    ${body}
  </section>`;

/** Rows of a reading, each with a class for its state. */
const list = (rows: readonly Row[]): TemplateResult =>
  html`<ul>
    ${rows.map(({ text, className }) => html`<li class=${className}><bdi>${withoutBidiControls(text)}</bdi></li>`)}
  </ul>`;

/**
 * A portal: its name, status and description, and the button that enters it or the reason why it is closed.
 */
function portalItem(state: State, portal: Portal, isSeen: boolean): TemplateResult {
  const { record, health, entrance } = portal;
  const status = portalStatus(portal);
  // If the registry calls the portal offline, the cause of a failed check does not matter.
  const cause = status === health.status ? health.cause : undefined;
  const line = portalPlay(state, record);
  const reasonId = `closed-${record.id}`;
  const enter = (): void => {
    if (entrance.open) travelTo(state, { portalId: record.id, href: entrance.href }, 'at-once');
  };
  return html`<li class="portal">
    <h4>${withoutBidiControls(record.name)}</h4>
    <p>${withoutBidiControls(record.description)}</p>
    <p class="quiet">
      ${record.readiness_state} · ${record.access_mode} · ${status}${cause ? `: ${cause}` : ''}
    </p>
    ${line}
    ${isPlayed(record) ? html`<hw-play ?brief=${line !== nothing} .portal=${record.id}></hw-play>` : nothing}
    ${isSeen ? portalHistory(state, record.id) : nothing}
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
        : html`<p id=${reasonId}>Closed. ${entrance.reason}</p>
            ${entrance.needsOwner ? html`<hw-owner-form needed></hw-owner-form>` : nothing}`
    }
  </li>`;
}

/** The portals, and the records of `portals.json` that were refused. */
function portals(state: State, now: number, isSeen: boolean): TemplateResult {
  const reading = state.derived.portals.get();
  const all = currentValue(reading);
  const text = reading.state === 'error' ? ERROR : reading.state === 'empty' ? 'No portals' : DASH;
  return panel(
    'Portals',
    html`${
      all
        ? html`<ul>
            ${all.map((portal) => portalItem(state, portal, isSeen))}
          </ul>`
        : html`<p>${text}</p>`
    }
    ${foot(reading, now)}`,
  );
}

/** A button that opens a document. */
const readButton = (state: State, name: string, command: ViewCommand): TemplateResult =>
  html`<button type="button" class="action" aria-label=${name} @click=${() => dispatchView(state, command)}>
    Read
  </button>`;

/** The oath of `soul.md`: its title and the button that opens it. */
function oath(state: State, now: number): TemplateResult {
  const reading = state.readings.soul.get();
  const oathText = oathDocument(reading, now);
  return panel(
    'Oath',
    html`${
      oathText
        ? html`<p><bdi>${withoutBidiControls(oathText.title)}</bdi></p>
            ${readButton(state, 'Read the oath', { kind: 'enter', mode: 'oath' })}`
        : html`<p>${absenceText('OATH', reading)}</p>`
    }${foot(reading, now)}`,
  );
}

/** The vision points, each with the button that opens it. */
function visionPoints(state: State, now: number): TemplateResult {
  const reading = state.readings.vision.get();
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
                  ${readButton(state, `Read: ${point.title}`, {
                    kind: 'read',
                    document: visionDocument(point, reading, now),
                  })}
                </li>`,
            )}
          </ul>`
        : html`<p>${absenceText('VISION POINTS', reading)}</p>`
    }${foot(reading, now)}`,
  );
}

/** The texts that can be read aloud; the captions show the sentences. */
function aloud(state: State): TemplateResult {
  const item = (what: NarrationName, name: string): TemplateResult =>
    html`<li class="point">
      <h4>${name}</h4>
      <button
        type="button"
        class="action"
        aria-label=${`${isNarrated(state, what) ? 'Stop' : 'Listen'}: ${name}`}
        @click=${() => toggleNarration(state, what)}
      >
        ${isNarrated(state, what) ? 'Stop' : 'Listen'}
      </button>
    </li>`;
  return panel(
    'Read aloud',
    html`<ul>
      ${item('podcast', 'The day in two minutes')} ${item('soul', 'The oath')}
    </ul>`,
  );
}

/** The commits of the last day by hour and author, as the world shows them in the floor. */
function lastDay(state: State, now: number): TemplateResult {
  const reading = state.readings.commits.get();
  const commits = currentValue(reading);
  const hours =
    commits &&
    commitHours(currentValue(state.derived.agents.get()) ?? [], commits, now, state.commitsKnownSince.get());
  return panel(
    'Commits of the last day',
    html`${hours ? html`<p>${commitHoursText(hours)}</p>` : list(commitRows(reading))}
    ${hours && hours.agentCommits > 0 ? list(commitHoursRows(hours)) : nothing}${foot(reading, now)}`,
  );
}

/** The level of sovereignty, and for each part whether it is the owner's own and why. */
function sovereignty(state: State, now: number): TemplateResult {
  const reading = state.readings.sovereignty.get();
  const { score, label } = sovereigntyTexts(reading);
  const parts = sovereigntyRows(reading);
  return panel(
    'Sovereignty',
    html`<p>${score === label ? score : `${score} ${label}`}</p>
      ${parts.length > 0 ? list(parts) : nothing} ${foot(reading, now)}`,
  );
}

/** The dual-brain panel. */
const dualBrain = (): TemplateResult =>
  panel(
    'Dual brain',
    html`<p>${AWAITING_DEPLOYMENT}</p>
      ${list(dualBrainCategories.map((name) => ({ text: `${name}: ${DASH}`, className: 'quiet' })))}
      <p class="quiet">${DUAL_BRAIN_SOURCE}</p>`,
  );

/** The newest relay events. */
function feed(state: State): TemplateResult {
  const events = state.relay.events.get().slice(0, SHOWN_EVENTS).map(withAmount);
  const connected = state.relay.connected.get();
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

/** The other visitors in the world; nothing if there are none. */
const visitors = (state: State): TemplateResult[] => {
  const texts = visitorTexts(state);
  if (texts.length === 0) return [];
  return [panel('Visitors', list(texts.map((text) => ({ text, className: '' }))))];
};

/** A section with the text of one reading. */
const plain = ({ title, reading, text }: PlainSection, now: number): TemplateResult =>
  panel(title, html`${typeof text === 'string' ? html`<p>${text}</p>` : list(text)}${foot(reading, now)}`);

/** Who waits for the owner, what is being done, and what was done last. */
function work(state: State, now: number, isSeen: boolean): TemplateResult[] {
  const agents = state.derived.agents.get();
  const commits = state.derived.lastCommits.get();
  const sessions = state.readings.sessions.get();
  return [
    panel(
      'Agent sessions',
      html`${list(sessionRows(sessions, now))}${isSeen ? html`<hw-first-agent .state=${state}></hw-first-agent>` : nothing}${foot(sessions, now)}`,
    ),
    panel('Now', presentActivity(state) ?? absentActivity(state)),
    panel('Agents', html`${list(workRows(agents, state.derived.activeNow.get()))}${foot(agents, now)}`),
    panel('Last commits', html`${list(commitRows(commits))}${foot(commits, now)}`),
  ];
}

/** The day that a time-lapse replays, as a list; nothing without a time-lapse. */
function replayedDay(state: State): TemplateResult | typeof nothing {
  if (!state.timeLapse.run.get()) return nothing;
  // After a failure, the next drawing tries again.
  void import('./day-events.ts').catch(() => undefined);
  return html`<hw-day-events .state=${state}></hw-day-events>`;
}

/** The other panels of the world that show one reading each. */
function readings(state: State, now: number): TemplateResult[] {
  const weather = state.readings.weather.get();
  const { openWork, merged, adapters, ...others } = plainSections(state);
  return [
    lastDay(state, now),
    plain(openWork, now),
    plain(merged, now),
    sovereignty(state, now),
    plain(adapters, now),
    dualBrain(),
    panel(
      'Weather',
      html`<p>${weatherText(weather)}</p>
        <p class="quiet">${placeText(state.config.get().weather)}</p>
        ${foot(weather, now)}`,
    ),
    ...Object.values(others).map((section) => plain(section, now)),
    feed(state),
    ...visitors(state),
  ];
}

/** What plugins have added to the world. */
const things = (state: State): TemplateResult[] =>
  state.world.things.get().map((thing) => {
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

/**
 * Everything the world shows, the most important first: who waits and what is being done, then portals, what
 * can be read or listened to, and the other panels.
 * @param isSeen Whether the home as text is open. Only then the page requests the history of the portals, and
 *   asks whether the visitor is the owner.
 */
export const directorySections = (state: State, isSeen: boolean): TemplateResult => {
  const now = state.now.get();
  return html`${replayedDay(state)}${work(state, now, isSeen)}${portals(state, now, isSeen)}${oath(state, now)}${visionPoints(state, now)}${aloud(state)}${readings(state, now)}${things(state)}`;
};

/** Why there is no 3D world; nothing if there is one. */
export function pictureNote(state: State): TemplateResult | typeof nothing {
  const { phase, note, enter } = state.world.status.get();
  if (enter) return offeredWorld(state);
  return phase === 'unavailable' ? html`<p class="quiet why">No 3D world: ${note}</p>` : nothing;
}
