import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { DoorState } from '../../data/apps/door.ts';
import { errorMessage } from '../../data/core/text.ts';
import { signInWithCode } from '../../data/owner/account.ts';
import type { Outcome } from '../../data/owner/owner-request.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons } from '../shared/styles.ts';
import { doorStyles } from './door-styles.ts';

/**
 * The sign-in of the owner: with a passkey where browsers allow them, or with a one-time code.
 *
 * @fires signed-in - the detail says with what: `passkey` or `code`
 */
@customElement('hw-sign-in')
export class HwSignIn extends SignalElement {
  static override styles = [
    base,
    buttons,
    doorStyles,
    css`
      .card,
      form {
        display: grid;
        gap: 0.75rem;
      }
      .card {
        gap: 1.25rem;
      }
      input {
        font-size: 1.25rem !important;
        letter-spacing: 0.06em;
      }
      code {
        font-family: inherit;
        color: var(--hw-panel-text);
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;
  @property() heading = 'Sign in as the owner';

  @state() private isBusy = false;
  @state() private problem = '';

  @query('input') private readonly field?: HTMLInputElement;
  @query('button, input') private readonly first?: HTMLElement;

  override focus(): void {
    this.first?.focus();
  }

  /** Resolves with whether the home has refused the sign-in. */
  async #run(
    how: 'passkey' | 'code',
    attempt: (door: DoorState) => Promise<Outcome<unknown>>,
  ): Promise<boolean> {
    const { door } = this;
    if (!door || this.isBusy) return false;
    this.isBusy = true;
    this.problem = '';
    let result: Outcome<unknown>;
    try {
      result = await attempt(door);
    } catch (error) {
      // The file with the code for passkeys could not be loaded.
      result = { ok: false, status: 0, message: `${errorMessage(error)}. Load the page again.` };
    }
    if (result.ok) {
      door.code.set('');
      // Sent before the refresh, because the refresh removes this element.
      this.dispatchEvent(new CustomEvent('signed-in', { detail: how, bubbles: true, composed: true }));
      await door.refresh();
    } else this.problem = result.message;
    this.isBusy = false;
    return !result.ok && result.status === 401;
  }

  readonly #withPasskey = (): Promise<boolean> =>
    this.#run('passkey', async ({ io }) =>
      (await import('../../data/owner/passkey.ts')).signInWithPasskey(io),
    );

  readonly #withCode = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { field } = this;
    if (!field || field.value.trim() === '') return;
    // A code works only once, so the field is emptied for another code.
    if (await this.#run('code', ({ io }) => signInWithCode(io, field.value))) {
      this.door?.code.set('');
      field.value = '';
    }
    if (this.problem !== '') field.focus();
  };

  #passkey(problem: string, hasPasskeys: boolean): TemplateResult {
    if (problem !== '') return html`<p class="small quiet">No passkeys here. ${problem}</p>`;
    if (!hasPasskeys)
      return html`<p class="small quiet">There is no passkey yet: sign in with a code, then add one.</p>`;
    return html`<button
      type="button"
      class="action main"
      aria-disabled=${this.isBusy}
      @click=${() => void this.#withPasskey()}
    >
      Sign in with a passkey
    </button>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { door, isBusy, problem } = this;
    if (!door) return nothing;
    const { passkeyProblem, hasPasskeys } = door.account.get();
    const withPasskey = passkeyProblem === '' && hasPasskeys;
    return html`<section class="card" aria-labelledby="heading">
      <h2 id="heading">${this.heading}</h2>
      ${this.#passkey(passkeyProblem, hasPasskeys)}
      <form @submit=${(event: Event) => void this.#withCode(event)}>
        <label for="code">
          ${withPasskey ? 'Or with a one-time code' : 'One-time code'}
          <span class="small quiet">
            <br /><code>home-world owner code</code> prints it on the machine of the home.
          </span>
        </label>
        <input
          id="code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          maxlength="40"
          required
          spellcheck="false"
          placeholder="XXXX-XXXX-XXXX"
          .value=${door.code.get()}
        />
        <button class="action ${withPasskey ? '' : 'main'}" aria-disabled=${isBusy}>
          Sign in with the code
        </button>
      </form>
      <div role="alert">${problem === '' ? nothing : html`<p class="problem">${problem}</p>`}</div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-sign-in': HwSignIn;
  }
}
