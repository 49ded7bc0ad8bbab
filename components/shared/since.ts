import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { withoutBidiControls } from '../../data/core/text.ts';
import type { PageIo } from '../../data/owner/owner-request.ts';
import { MINUTE_MS } from '../../data/core/time.ts';
import { type Absence, absenceBefore, absenceText } from '../../data/since/absence.ts';
import {
  NOTHING_HAPPENED,
  RECORDED,
  type SinceAnswer,
  type SinceKind,
  type SinceLine,
  readSince,
  sinceLines,
} from '../../data/since/since.ts';
import { storyOf } from '../../data/since/story.ts';
import type { NarratedStory } from '../../data/speech/narration.ts';
import { closeButton } from './control-icons.ts';
import { SignalElement } from './signal-element.ts';
import { storedText } from './storage.ts';
import { base, buttons } from './styles.ts';

const seen = storedText('local', 'home-world.owner-seen');
const kept = storedText('session', 'home-world.absence');

/** Whether this browser has shown the home to its owner before. */
export const wasOwnerHere = (): boolean => seen.get() !== '';

/** The mark of each kind of line, which differs by its shape too. */
const marks: Readonly<Record<SinceKind, string>> = {
  waits: '◆',
  failed: '✕',
  silent: '…',
  finished: '✓',
  working: '●',
  merged: '▲',
  commits: '○',
  used: '≈',
};

/**
 * What happened since the owner was here last: what waits, failed, finished, was merged, and what it cost. Each line
 * leads to its moment. Empty where the owner was not away for half an hour, or has closed it.
 *
 * @fires close - the owner has closed it, and the focus has to go elsewhere
 * @fires tell - the owner wants to hear it, or no longer; `detail` is the story
 */
@customElement('hw-since')
export class HwSince extends SignalElement {
  static override styles = [
    base,
    buttons,
    css`
      section {
        margin-bottom: 0.75rem;
      }
      .head {
        display: flex;
        align-items: center;
      }
      h2 {
        flex: 1;
        font-size: 0.8125rem;
        font-weight: 700;
      }
      ul {
        display: grid;
        gap: 0.375rem;
      }
      li {
        display: flex;
        gap: 0.5rem;
      }
      .mark {
        flex: none;
        width: 1em;
        text-align: center;
      }
      .waits {
        color: var(--hw-sovereignty-mid);
      }
      .failed {
        color: var(--hw-error);
      }
      .finished,
      .working,
      .merged {
        color: var(--hw-panel-text);
      }
      a {
        overflow-wrap: anywhere;
      }
      .action {
        margin-top: 0.5rem;
      }
    `,
  ];

  /** Where the home is asked. */
  @property({ attribute: false }) io?: PageIo;
  /** Whether there is a narrator who can tell it. */
  @property({ type: Boolean }) tellable = false;
  /** Whether it is being told: the button then ends it. */
  @property({ type: Boolean }) told = false;

  @state() private absence?: Absence | undefined;
  @state() private answer?: SinceAnswer | undefined;
  @state() private problem = '';

  #timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#see();
    this.#timer = setInterval(() => {
      if (!document.hidden) this.#see();
    }, MINUTE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  #see(): void {
    const absence = absenceBefore(seen, kept, Date.now());
    if (absence?.until !== this.absence?.until) {
      this.absence = absence;
      this.answer = undefined;
    } else if (this.io && absence && this.problem !== '') void this.#read(this.io, absence);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('io') && !changed.has('absence' as keyof HwSince)) return;
    if (this.io && this.absence) void this.#read(this.io, this.absence);
  }

  async #read(io: PageIo, absence: Absence): Promise<void> {
    const result = await readSince(io, absence);
    if (absence.until !== this.absence?.until) return;
    if (result.ok) this.answer = result.value;
    this.problem = result.ok ? '' : result.message;
  }

  readonly #close = (): void => {
    kept.set('');
    this.absence = undefined;
    this.dispatchEvent(new Event('close'));
  };

  #tell(absence: Absence, lines: readonly SinceLine[], answer: SinceAnswer): void {
    const detail: NarratedStory = { story: storyOf(absence, lines, answer) };
    this.dispatchEvent(new CustomEvent('tell', { detail }));
  }

  #lines(absence: Absence, answer: SinceAnswer): TemplateResult {
    const lines = sinceLines(answer);
    return html`${
      lines.length === 0
        ? html`<p class="quiet">${NOTHING_HAPPENED}</p>`
        : html`<ul>
            ${lines.map(
              ({ kind, text, href }) =>
                html`<li>
                  <span class="mark ${kind}" aria-hidden="true">${marks[kind]}</span>
                  <a href=${href}><bdi>${withoutBidiControls(text)}</bdi></a>
                </li>`,
            )}
          </ul>`
    }
    ${answer.recorded ? html`<p class="quiet">${RECORDED}</p>` : nothing}
    ${answer.isCut ? html`<p class="quiet">There was more than one list can tell.</p>` : nothing}
    ${
      this.tellable
        ? html`<button type="button" class="action" @click=${() => this.#tell(absence, lines, answer)}>
            ${this.told ? 'Stop' : 'Tell me'}
          </button>`
        : nothing
    }`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { absence, answer, problem } = this;
    if (!absence || (!answer && problem === '')) return nothing;
    return html`<section aria-labelledby="since">
      <div class="head">
        <h2 id="since">${absenceText(absence)}</h2>
        ${closeButton('Close what happened', this.#close)}
      </div>
      ${problem === '' ? nothing : html`<p class="quiet" role="alert">${problem}</p>`}
      ${answer ? this.#lines(absence, answer) : nothing}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-since': HwSince;
  }
}
