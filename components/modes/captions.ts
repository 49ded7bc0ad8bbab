import { type PropertyValues, type TemplateResult, css, html, noChange, nothing, unsafeCSS } from 'lit';
import { customElement } from 'lit/decorators.js';
import { type Narration, type NarrationCommand, narrate } from '../../data/speech/narration.ts';
import type { NarrationState } from '../../data/speech/narration.ts';
import { goTo } from '../../data/view/go-to.ts';
import type { WorldState } from '../../data/world-state.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { line } from '../shared/icons.ts';
import { CardElement } from '../shared/card-element.ts';
import { LANDSCAPE, SLIM, base, buttons, panel } from '../shared/styles.ts';

type StateSlice = NarrationState & SettingsState & WorldState;

/** What is read aloud. */
const titles: Readonly<Record<Narration['what'], string>> = {
  podcast: 'Podcast',
  soul: 'Soul',
  answer: 'Answer',
  story: 'Story',
};
/** The icons of the controls, by the command each one sends. */
const marks = {
  previous: line('M17 6v12l-8-6 8-6ZM7 6v12'),
  pause: line('M9 6v12m6-12v12'),
  resume: line('M8 5.5v13l10-6.5-10-6.5Z'),
  next: line('M7 6v12l8-6-8-6ZM17 6v12'),
  stop: controlIcons.stop,
} as const;

/**
 * The sentence that is being read aloud, and the controls of the narrator. Without a voice, the sentences
 * follow at the pace of reading, and screen readers announce each one. With a voice, screen readers announce
 * none, because two voices would speak at once. The element is on the page only while something is read.
 *
 * @csspart words - the sentence
 */
@customElement('hw-captions')
export class HwCaptions extends CardElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      :host {
        width: min(100%, 40rem);
      }
      .panel {
        display: var(--hw-card, block);
      }
      .words {
        max-height: 30dvh;
        padding: 0.75rem 1rem 0.25rem;
        overflow: auto;
        font-size: 0.875rem;
        overflow-wrap: anywhere;
        text-wrap: pretty;
      }
      .row {
        display: flex;
        align-items: center;
        padding: 0 0.25rem 0 1rem;
      }
      .where {
        flex: 1;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      /* A phone in landscape orientation: text and controls share a line. */
      @media ${unsafeCSS(LANDSCAPE)} {
        .panel {
          display: var(--hw-card, flex);
          align-items: center;
        }
        .words {
          flex: 1;
          max-height: 5.25rem;
          padding: 0.25rem 0 0.25rem 1rem;
        }
        .row {
          flex: 1;
        }
        .words + .row {
          flex: none;
          padding-left: 0.25rem;
        }
        .words + .row .where {
          display: none;
        }
      }
      @media ${unsafeCSS(SLIM)} {
        .row {
          flex-wrap: wrap;
          padding: 0;
        }
        .where {
          flex-basis: 100%;
          padding-left: 1rem;
        }
        .icon {
          width: 25%;
        }
      }
      @media (width < 22.5em) {
        .place {
          display: none;
        }
      }
    `,
  ];

  #panel: string | undefined;

  /** Moves the visitor to what the present sentence of a story is about. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const panel = this.state?.narration.get().about?.panel;
    if (this.state && panel !== undefined && panel !== this.#panel)
      goTo(this.state, { kind: 'panel', name: panel });
    this.#panel = panel ?? this.#panel;
  }

  /** A control that sends a command to the narrator. */
  #button(state: StateSlice, kind: keyof typeof marks, name: string): TemplateResult {
    const command: NarrationCommand = { kind };
    return html`<button
      type="button"
      class="icon"
      data-kind=${kind}
      aria-label=${name}
      title=${name}
      @click=${() => narrate(state, command)}
    >
      ${marks[kind]}
    </button>`;
  }

  protected override renderState(state: StateSlice): unknown {
    const { what, phase, silent, sentence, total, text, about } = state.narration.get();
    // The page removes the element; until then it keeps its content and focus.
    if (phase === 'idle') return noChange;
    const title = titles[what];
    const link = about?.href === undefined ? nothing : html` <a href=${about.href}>Open it</a>`;
    const paused = phase === 'paused';
    return html`<section class="panel" aria-label=${`${title}, read aloud`}>
      ${
        silent || state.settings.get().captions
          ? html`<p class="words" part="words" aria-live=${silent ? 'polite' : 'off'} dir="auto">
              ${text}${link}
            </p>`
          : nothing
      }
      <div class="row">
        <p class="where quiet">
          ${title} <span class="place">· ${sentence + 1} of ${total}</span>${paused ? ' · paused' : nothing}
        </p>
        ${this.#button(state, 'previous', 'Previous sentence')}
        ${paused ? this.#button(state, 'resume', 'Go on') : this.#button(state, 'pause', 'Pause')}
        ${this.#button(state, 'next', 'Next sentence')} ${this.#button(state, 'stop', 'Stop reading')}
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-captions': HwCaptions;
  }
}
