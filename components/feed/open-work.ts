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
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Checks, OpenPull, OpenWork } from '../../data/readings/schemas/open-work.ts';

/** The section shows at most this many pull requests; the others are counted. */
const MAX_PULLS = 5;

/** A shape for each state, so that it is not told by colour alone. */
const marks: Readonly<Record<Checks['state'], string>> = {
  passed: '✓',
  failed: '✕',
  pending: '◌',
  none: '–',
  unknown: '?',
};

export const openWorkStyles = css`
  .checks {
    display: flex;
    gap: 0.5rem;
    overflow-wrap: anywhere;
  }
  .passed .mark {
    color: var(--hw-connected);
  }
  .failed .mark {
    color: var(--hw-disconnected);
  }
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

const pullItem = (pull: OpenPull, now: number): TemplateResult => {
  const waits = waitsText(pull);
  return html`<li class="pull">
    <span class=${pull.review === 'owner' ? 'waits' : ''}>${linked(pullTitle(pull), pull.url)}</span>
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
export function openWorkSection(reading: Reading<OpenWork>, now: number): TemplateResult | typeof nothing {
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
          <span class="mark" aria-hidden="true">${marks[checks.state]}</span
          >${linked(checksText(checks), checks.url)}
        </p>`,
    )}
    <p>${openPullsText(work)}</p>
    <ul ?hidden=${pulls.length === 0}>
      ${pulls.slice(0, MAX_PULLS).map((pull) => pullItem(pull, now))}
    </ul>
    ${others > 0 ? html`<p class="quiet">and ${others} more</p>` : nothing}
    ${release ? html`<p>${linked(releaseText(release, now), release.url)}</p>` : nothing}
    <p class="quiet">${provenanceText(reading, now)}</p>
  </section>`;
}
