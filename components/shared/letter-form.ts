import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { type Letter, MAX_LETTER_CHARACTERS } from '../../data/letters/letter.ts';
import { writeLetter } from '../../data/letters/letter-requests.ts';
import type { OwnerIo } from '../../data/owner/owner-request.ts';
import { errorMessage } from '../../data/core/text.ts';
import { SignalElement } from './signal-element.ts';
import { base, buttons } from './styles.ts';

/**
 * The field in which the owner writes a letter to a session of a coding agent.
 *
 * @fires letter-written - the home has the letter, which is the detail of the event
 */
@customElement('hw-letter-form')
export class HwLetterForm extends SignalElement {
  static override styles = [
    base,
    buttons,
    css`
      form {
        display: grid;
        gap: 0.5rem;
      }
      textarea {
        width: 100%;
        min-height: 6rem;
        padding: 0.5rem 0.625rem;
        resize: vertical;
        background: var(--hw-background);
        border: 1px solid color-mix(in srgb, var(--hw-accent) 65%, transparent);
        border-radius: 6px;
      }
      .action {
        min-height: 2.75rem;
        padding: 0.375rem 0.875rem;
        border-radius: 6px;
      }
      .action[aria-disabled='true'] {
        cursor: default;
        opacity: 0.55;
      }
      .problem {
        padding: 0.25rem 0 0.25rem 0.75rem;
        border-left: 3px solid var(--hw-error);
      }
    `,
  ];

  @property({ attribute: false }) io?: OwnerIo;
  /** The pseudonym of the session, and its name. */
  @property() session = '';
  @property() name = '';
  /** What the letter is about, such as a line of a file; the agent reads it too. */
  @property() about = '';
  /** When the letter reaches the session. */
  @property() reach = '';

  @state() private isBusy = false;
  @state() private problem = '';
  @query('textarea') private readonly field?: HTMLTextAreaElement;

  /** What the owner has written and not sent yet. */
  get text(): string {
    return this.field?.value.trim() ?? '';
  }

  override focus(options?: FocusOptions): void {
    this.field?.focus(options);
  }

  readonly #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { io, session, about, field } = this;
    const text = field?.value ?? '';
    if (!io || !field || this.isBusy || text.trim() === '') return;
    this.isBusy = true;
    const result = await writeLetter(io, { session, text, about }).catch((error: unknown) => ({
      ok: false as const,
      status: 0,
      message: `${errorMessage(error)}.`,
    }));
    this.isBusy = false;
    if (!result.ok) {
      const unknown = ' It is not known whether the letter arrived: look at the list first.';
      this.problem = `${result.message}${result.status === 0 ? unknown : ''}`;
      return;
    }
    this.problem = '';
    // What the owner has written meanwhile stays.
    if (field.value.startsWith(text)) field.value = field.value.slice(text.length).trimStart();
    this.dispatchEvent(new CustomEvent<Letter>('letter-written', { detail: result.value.letter }));
  };

  protected override render(): TemplateResult {
    return html`<form @submit=${this.#send}>
      <label for="text">Letter to ${this.name}</label>
      ${this.about === '' ? nothing : html`<p class="quiet">About ${this.about}</p>`}
      <textarea
        id="text"
        required
        maxlength=${MAX_LETTER_CHARACTERS}
        aria-describedby="reach"
        autocomplete="off"
      ></textarea>
      <p id="reach" class="quiet">${this.reach}</p>
      <div><button class="action" aria-disabled=${this.isBusy}>Send the letter</button></div>
      <div role="alert">${this.problem === '' ? nothing : html`<p class="problem">${this.problem}</p>`}</div>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-letter-form': HwLetterForm;
  }
}
