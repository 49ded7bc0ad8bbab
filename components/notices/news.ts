import { type PropertyValues, type TemplateResult, css, html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { EventReader } from '../../data/core/event.ts';
import type { Commit } from '../../data/readings/records.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { CardElement } from '../shared/card-element.ts';
import { base, panel } from '../shared/styles.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { newsText } from './news-text.ts';

/** How long a line is shown. All news of that time is in the next line. */
const SHOWN_MS = 9_000;

/**
 * New commits and merges, in one line at the foot of the page: `Ben · Enable nesting`, or
 * `3 commits by Ben and Ada`. A merge is left out if the same line has its commit.
 */
@customElement('hw-news')
export class HwNews extends CardElement {
  static override styles = [
    base,
    panel,
    css`
      :host {
        max-width: 100%;
      }
      p {
        display: var(--hw-card, block);
        max-width: 44rem;
        padding: 0.25rem 1rem;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        animation: appear var(--hw-motion, 0.4s) ease-out;
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        p {
          animation: none;
        }
      }
    `,
  ];

  /** The shown line; empty without news. */
  @state() private line = '';
  #of: (TimeLapseState & ViewState & WorldState) | undefined;
  /** The values come from event readers, because two events may happen before one render. */
  #commits: EventReader<readonly Commit[]> | undefined;
  #merges: EventReader<string> | undefined;
  /** The news since the line was shown. */
  #newCommits: Commit[] = [];
  #newMerges: string[] = [];
  /** Runs while a line is shown. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.line = '';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { state: home } = this;
    if (!home) return;
    if (home !== this.#of) {
      this.#of = home;
      this.#commits = home.commitFired.reader();
      this.#merges = home.mergeFlash.reader();
    }
    // These reads make the next event cause a render. Their values are not used.
    home.commitFired.get();
    home.mergeFlash.get();
    // The time-lapse shows its commits itself.
    const isReplay = home.view.get().mode === 'time-lapse';
    for (let commits = this.#commits?.next(); commits; commits = this.#commits?.next())
      if (!isReplay) this.#newCommits.push(...commits);
    for (let title = this.#merges?.next(); title !== undefined; title = this.#merges?.next())
      this.#newMerges.push(title);
    if (this.#timer === undefined) this.#next();
  }

  /** Shows the collected news; again after `SHOWN_MS`, until there is none. */
  readonly #next = (): void => {
    this.line = newsText(this.#newCommits, this.#newMerges);
    this.#newCommits = [];
    this.#newMerges = [];
    this.#timer = this.line === '' ? undefined : setTimeout(this.#next, SHOWN_MS);
  };

  protected override renderState(): TemplateResult {
    // The live region is always rendered, so that screen readers announce its changes.
    return html`<div role="status">
      ${this.line === '' ? '' : html`<p class="panel"><bdi>${withoutBidiControls(this.line)}</bdi></p>`}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-news': HwNews;
  }
}
