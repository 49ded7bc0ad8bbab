import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { RequestError } from '../../data/core/http.ts';
import { errorMessage, withoutBidiControls } from '../../data/core/text.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import { ageText } from '../../data/readings/format.ts';
import type { ShownChange } from '../../data/view/documents.ts';
import { checksOfChange } from '../../data/readings/format-open-work.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { Checks } from '../../data/readings/schemas/open-work.ts';
import { type Change, readChange, readChecks } from '../../data/view/read-change.ts';
import { checksMarks, checksStyles } from '../shared/text/checks.ts';
import '../shared/changed-files.ts';
import { StateElement } from '../shared/state-element.ts';
import { base } from '../shared/styles.ts';

type StateSlice = ConfigState & PageState & ReadingsState;

const CUT = 'The diff is very long, and not all of it is here; the code host has all of it.';

/**
 * What a commit or a pull request changed, and its checks: the files with their counts of lines, and the diff of each
 * file that is open. The diff is requested when the element appears.
 */
@customElement('hw-changes')
export class HwChanges extends StateElement {
  static override styles = [
    base,
    checksStyles,
    css`
      :host {
        display: block;
      }
      p {
        margin-bottom: 0.5rem;
      }
    `,
  ];

  @property({ attribute: false }) change?: ShownChange;

  @state() private shown: Change | undefined;
  @state() private checks: Checks | undefined;
  @state() private problem = '';
  /** Whether the home shows the change to its owner only. */
  @state() private isForOwner = false;
  #request: AbortController | undefined;
  #path: string | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#request?.abort();
    this.#path = undefined;
  }

  /** Requests the diff of another change. */
  protected override willUpdate(): void {
    const { state: shown, change } = this;
    if (!shown || !change || change.path === this.#path) return;
    this.#path = change.path;
    this.shown = undefined;
    this.checks = undefined;
    this.problem = '';
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    void this.#read(shown, change.path, request.signal);
  }

  async #read(state: StateSlice, path: string, signal: AbortSignal): Promise<void> {
    try {
      const shown = await readChange(state, path, signal);
      if (signal.aborted) return;
      this.shown = shown;
      const checks = await readChecks(state, path, signal);
      if (!signal.aborted) this.checks = checks;
    } catch (error) {
      this.isForOwner = error instanceof RequestError && error.status === 403;
      this.problem = `What changed cannot be shown: ${errorMessage(error).replace(/\.$/, '')}.`;
    }
  }

  #renderChecks(state: StateSlice, { repo }: ShownChange): TemplateResult | typeof nothing {
    const { checks } = this;
    if (!checks) return nothing;
    const words = checksOfChange(checks, currentValue(state.readings.openWork.get()), repo);
    return html`<p class="checks ${checks.state}">
      <span class="mark" aria-hidden="true">${checksMarks[checks.state]}</span>
      <bdi>${withoutBidiControls(words)}</bdi>
    </p>`;
  }

  protected override renderState(state: StateSlice): TemplateResult | typeof nothing {
    const { change, shown, problem } = this;
    if (!change) return nothing;
    return html`<p class="quiet">
        by <bdi>${withoutBidiControls(change.author)}</bdi>, ${ageText(change.at, state.now.get())}
        ${change.url === undefined ? nothing : html`· <a href=${change.url} target="_blank" rel="noreferrer">at the code host</a>`}
      </p>
      ${this.#renderChecks(state, change)}
      ${
        problem === ''
          ? shown
            ? html`<hw-changed-files .files=${shown.files} note=${shown.isCut ? CUT : ''}></hw-changed-files>`
            : html`<p role="status">Reading what changed …</p>`
          : html`<p role="alert">${problem}</p>
              ${this.isForOwner ? html`<p><a href="door">Sign in at the door</a></p>` : nothing}`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-changes': HwChanges;
  }
}
