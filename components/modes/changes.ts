import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { RequestError } from '../../data/core/http.ts';
import { errorMessage, withoutBidiControls } from '../../data/core/text.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import { ageText } from '../../data/readings/format.ts';
import type { ShownChange } from '../../data/view/documents.ts';
import { type Change, readChange } from '../../data/view/read-change.ts';
import '../shared/changed-files.ts';
import { StateElement } from '../shared/state-element.ts';
import { base } from '../shared/styles.ts';

type StateSlice = ConfigState & PageState;

const CUT = 'The diff is very long, and not all of it is here; the code host has all of it.';

/**
 * What a commit or a merged pull request changed: the files with their counts of lines, and the diff of each
 * file that is open. The diff is requested when the element appears.
 */
@customElement('hw-changes')
export class HwChanges extends StateElement {
  static override styles = [
    base,
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
    this.problem = '';
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    void this.#read(shown, change.path, request.signal);
  }

  async #read(state: StateSlice, path: string, signal: AbortSignal): Promise<void> {
    try {
      const shown = await readChange(state, path, signal);
      if (!signal.aborted) this.shown = shown;
    } catch (error) {
      this.isForOwner = error instanceof RequestError && error.status === 403;
      this.problem = `What changed cannot be shown: ${errorMessage(error).replace(/\.$/, '')}.`;
    }
  }

  protected override renderState(state: StateSlice): TemplateResult | typeof nothing {
    const { change, shown, problem } = this;
    if (!change) return nothing;
    return html`<p class="quiet">
        by <bdi>${withoutBidiControls(change.author)}</bdi>, ${ageText(change.at, state.now.get())}
      </p>
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
