import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { checkOwner, leaveHome, noticeSignIn, signIn } from '../../../data/games/owner.ts';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { GamesState } from '../../../data/games/games-state.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import { keepingFocus } from '../focus.ts';
import { StateElement } from '../state-element.ts';
import { base, buttons } from '../styles.ts';

type StateSlice = ChatState & GamesState & PageState;

/**
 * The form or play in which the owner pressed last: only it says what is wrong. A page has several, most of them in the
 * home as text.
 */
export const pressed: { in?: Element } = {};

/**
 * The form in which the owner signs in with a one-time code, to decide about plays and to enter
 * portals. It is a button until it is pressed. If the home has no sign-in, it shows nothing, or with `needed`
 * a text that says this.
 *
 * @attr needed - the visitor cannot continue without the sign-in
 * @cssproperty --hw-error - why the sign-in failed
 */
@customElement('hw-owner-form')
export class HwOwnerForm extends StateElement {
  static override styles = [
    base,
    buttons,
    css`
      /* The label has its own line; the field and the buttons share the next line. */
      form,
      .in {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: center;
      }
      label {
        flex: 1 1 100%;
      }
      input {
        flex: 1 1 10rem;
        min-width: 0;
        min-height: 2rem;
        padding: 0.25rem 0.5rem;
        font: inherit;
        color: var(--hw-text);
        background: var(--hw-panel-background);
        border: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
        border-radius: 4px;
      }
      .problem {
        color: var(--hw-error);
      }
      /* As high as the buttons beside it. */
      @media (pointer: coarse) {
        input {
          min-height: 2.75rem;
        }
      }
    `,
  ];

  @property({ type: Boolean }) needed = false;

  /** Whether the field is shown. */
  @state() private isOpen = false;
  /** Whether a request of the sign-in is pending. */
  @state() private isBusy = false;

  @query('input') private readonly field?: HTMLInputElement;
  @query('button') private readonly button?: HTMLButtonElement;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('focus', this.#onFocus);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('focus', this.#onFocus);
  }

  /** Checks the sign-in when the window gets the focus, because the owner may have signed in at the door. */
  readonly #onFocus = (): void => {
    if (this.isOpen && this.state) void noticeSignIn(this.state);
  };

  /** Asks the home once per page whether the owner is signed in. */
  protected override firstUpdated(): void {
    if (this.state?.games.owner.get() === 'unknown') void checkOwner(this.state);
  }

  /** What is pressed goes: the form when it is closed or the owner is signed in, and the button that signs out. */
  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => this.button,
    );
  }

  /** Opens the form and focuses its field. */
  async #open(): Promise<void> {
    this.isOpen = true;
    await this.updateComplete;
    this.field?.focus();
  }

  /** Sends the code. After a failure the field gets the focus again; it is empty after a refusal. */
  async #submit(event: Event, shown: StateSlice): Promise<void> {
    event.preventDefault();
    const { field } = this;
    if (!field || field.value === '' || this.isBusy) return;
    pressed.in = this;
    this.isBusy = true;
    const isIn = await signIn(shown, field.value);
    this.isBusy = false;
    if (isIn) this.isOpen = false;
    else if (isIn === false) field.value = '';
    // If the visitor has focused another element since, that element keeps the focus.
    if (!isIn && this.matches(':focus-within')) field.focus();
  }

  #signOut(shown: StateSlice): void {
    pressed.in = this;
    void leaveHome(shown);
  }

  /** The field with its label. */
  #form(shown: StateSlice): TemplateResult {
    return html`<form @submit=${(event: Event) => void this.#submit(event, shown)}>
      <label for="code">One-time code: “home-world owner code” prints it on the machine of the home</label>
      <input
        id="code"
        autocomplete="one-time-code"
        autocapitalize="characters"
        maxlength="40"
        required
        spellcheck="false"
      />
      <button class="action" aria-disabled=${this.isBusy}>Sign in</button>
      <button type="button" class="action" @click=${() => (this.isOpen = false)}>Cancel</button>
      <a href="door" target="_blank" rel="noopener">Sign in with a passkey at the door</a>
    </form>`;
  }

  /** The button; after a press, the form. */
  #signIn(shown: StateSlice): TemplateResult {
    return this.isOpen
      ? this.#form(shown)
      : html`<button type="button" class="action" @click=${() => void this.#open()}>I am the owner</button>`;
  }

  protected override renderState(shown: StateSlice): TemplateResult | typeof nothing {
    const owner = shown.games.owner.get();
    const problem = shown.games.problem.get();
    const said =
      problem === '' || pressed.in !== this ? nothing : html`<p class="problem" role="alert">${problem}</p>`;
    if (owner === 'owner')
      return html`<div class="in">
          <span class="quiet">You are signed in as the owner.</span>
          <button type="button" class="action" @click=${() => this.#signOut(shown)}>Sign out</button>
        </div>
        ${said}`;
    return html`${owner === 'visitor' ? this.#signIn(shown) : nothing}
    ${owner === 'none' && this.needed ? html`<p class="quiet">This home has no sign-in for its owner.</p>` : nothing}
    ${said}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-owner-form': HwOwnerForm;
  }
}
