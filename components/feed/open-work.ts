import { type TemplateResult, css, html, nothing } from 'lit';
import { withoutBidiControls } from '../../data/core/text.ts';
import { absenceText, ageText, provenanceText } from '../../data/readings/format.ts';
import {
  allChecks,
  checksText,
  openPullsText,
  pullTitle,
  releaseText,
  waitsText,
} from '../../data/readings/format-open-work.ts';
import type { PageState } from '../../data/core/page-state.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { OpenPull } from '../../data/readings/schemas/open-work.ts';
import { openPullDocument } from '../../data/view/documents.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import { checksMarks } from '../shared/text/checks.ts';

type StateSlice = PageState & ReadingsState & ViewState;

/** The section shows at most this many pull requests; the others are counted. */
const MAX_PULLS = 5;

export const openWorkStyles = css`
  .pull {
    margin-top: 0.375rem;
    overflow-wrap: anywhere;
  }
`;

/** The text as a link to the code host, if its address is known. */
const linked = (text: string, url: string | undefined): TemplateResult =>
  url === undefined
    ? html`<bdi>${withoutBidiControls(text)}</bdi>`
    : html`<a href=${url} target="_blank" rel="noreferrer"><bdi>${withoutBidiControls(text)}</bdi></a>`;

/** An open pull request. Its title opens what it changes. */
const pullItem = (state: StateSlice, pull: OpenPull, source: string, now: number): TemplateResult => {
  const waits = waitsText(pull);
  const title = withoutBidiControls(pullTitle(pull));
  const open = (): void => dispatchView(state, { kind: 'read', document: openPullDocument(pull, source) });
  return html`<li class="pull">
    <button
      type="button"
      class=${pull.review === 'owner' ? 'text waits' : 'text'}
      dir="auto"
      aria-label="What it changes: ${title}"
      @click=${open}
    >
      ${title}
    </button>
    <span class="line quiet">
      <bdi>${withoutBidiControls(pull.author)}${waits === '' ? nothing : `: ${waits}`}</bdi
      ><span>${ageText(pull.openedAt, now)}</span>
    </span>
  </li>`;
};

/**
 * Checks of the newest commit, open pull requests and the newest release; nothing where the home has none to
 * show.
 */
export function openWorkSection(state: StateSlice): TemplateResult | typeof nothing {
  const now = state.now.get();
  const reading = state.readings.openWork.get();
  const work = currentValue(reading);
  if (!work && (reading.state === 'empty' || reading.state === 'loading')) return nothing;
  if (!work)
    return html`<section>
      <h2>Open work</h2>
      <p>${absenceText('OPEN WORK', reading)}</p>
      <p class="quiet">${provenanceText(reading, now)}</p>
    </section>`;
  const { pulls, release } = work;
  const others = pulls.length - MAX_PULLS;
  return html`<section>
    <h2>Open work</h2>
    ${allChecks(work).map(
      (checks) =>
        html`<p class="checks ${checks.state}">
          <span class="mark" aria-hidden="true">${checksMarks[checks.state]}</span
          >${linked(checksText(checks), checks.url)}
        </p>`,
    )}
    <p>${openPullsText(work)}</p>
    <ul ?hidden=${pulls.length === 0}>
      ${pulls.slice(0, MAX_PULLS).map((pull) => pullItem(state, pull, reading.source, now))}
    </ul>
    ${others > 0 ? html`<p class="quiet">and ${others} more</p>` : nothing}
    ${release ? html`<p>${linked(releaseText(release, now), release.url)}</p>` : nothing}
    <p class="quiet">${provenanceText(reading, now)}</p>
  </section>`;
}
