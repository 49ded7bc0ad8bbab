import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { openAsks } from '../../data/asks/asks-view.ts';
import type { DoorState } from '../../data/apps/door.ts';
import { errorMessage } from '../../data/core/text.ts';
import { focusedNow, keepingFocus } from '../shared/focus.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons } from '../shared/styles.ts';
import type { HwAskList } from './ask-list.ts';
import './ask-list.ts';
import type { ShownChanges } from './changes.ts';
import { doorStyles } from './door-styles.ts';
import type { HwSignIn } from './sign-in.ts';
import './sign-in.ts';

/**
 * These files are loaded soon after the page, because an update of the server removes the files of open
 * pages.
 */
const later = [
  () => import('../shared/diff.ts'),
  () => import('./changes.ts'),
  () => import('./devices.ts'),
  () => import('./letters.ts'),
  () => import('./notifications.ts'),
  () => import('../shared/since.ts'),
  () => import('./usage.ts'),
  () => import('../../data/owner/passkey.ts'),
];
const LATER_MS = 3_000;

/** The page /door: the sign-in, or what agents ask and who can answer. */
@customElement('hw-door')
export class HwDoor extends SignalElement {
  static override styles = [
    base,
    buttons,
    doorStyles,
    css`
      :host,
      .all {
        display: grid;
        gap: 2rem;
      }
      .foot {
        display: grid;
        gap: 1rem;
        padding-top: 1.5rem;
        border-top: 1px solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
      }
      .offer {
        display: grid;
        gap: 0.75rem;
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;

  /** Whether the owner has just signed in with a code, so a passkey is offered. */
  @state() private isOffered = false;
  @state() private isListOpen = false;
  @state() private isNoticesOpen = false;
  @state() private isWriting = false;
  @state() private shown: ShownChanges | undefined;
  @state() private isUsageOpen = false;
  /** Why the last action failed, and whether it was a button of the offer: it is said beside the button. */
  @state() private problem = '';
  @state() private isOfferProblem = false;

  @query('hw-ask-list') private readonly asks?: HwAskList;
  @query('hw-sign-in') private readonly signIn?: HwSignIn;

  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The session for which the letters were opened last. */
  #opened = '';

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setTimeout(() => {
      // A file that fails here is loaded again when it is needed.
      for (const load of later) load().catch(() => undefined);
    }, LATER_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /**
   * If the focused button or the sign-in is removed, focuses the asks, or the sign-in, unless a part that has opened
   * takes the focus.
   */
  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => {
        const next = this.asks ?? this.signIn;
        void next?.updateComplete.then(() => focusedNow() ?? next.focus());
      },
    );
  }

  /** Opens what the address named. The letters only once, because a file that fails would be tried again. */
  protected override updated(): void {
    const { door } = this;
    if (!door?.isOwner.get()) return;
    const changesOf = door.changesOf.get();
    if (changesOf !== '') {
      // Signals cannot be set inside an update.
      queueMicrotask(() => door.changesOf.set(''));
      void this.#show({ session: changesOf });
    }
    if (door.wantsUsage.get()) {
      queueMicrotask(() => door.wantsUsage.set(false));
      void this.#openUsage();
    }
    const key = door.letterTo.get();
    if (key === this.#opened) return;
    this.#opened = key;
    if (key !== '' && !this.isWriting) void this.#write();
  }

  readonly #onSignedIn = ({ detail }: CustomEvent<'passkey' | 'code'>): void => {
    this.isOffered = detail === 'code' && this.door?.account.get().passkeyProblem === '';
  };

  /**
   * Runs an action of a file that is loaded on demand, and shows the problem that the action returns or
   * throws.
   */
  async #try(act: () => Promise<string>, isOffer = false): Promise<void> {
    this.isOfferProblem = isOffer;
    try {
      this.problem = await act();
    } catch (error) {
      this.problem = `${errorMessage(error)}. Load the page again.`;
    }
  }

  readonly #openList = (): Promise<void> =>
    this.#try(async () => {
      await import('./devices.ts');
      this.isListOpen = true;
      return '';
    });

  readonly #write = (): Promise<void> =>
    this.#try(async () => {
      await import('./letters.ts');
      this.isWriting = true;
      return '';
    });

  readonly #show = (shown: ShownChanges): Promise<void> =>
    this.#try(async () => {
      await import('./changes.ts');
      // Closes the one that is open.
      this.shown = undefined;
      await this.updateComplete;
      this.shown = shown;
      return '';
    });

  readonly #openUsage = (): Promise<void> =>
    this.#try(async () => {
      await import('./usage.ts');
      this.isUsageOpen = true;
      return '';
    });

  readonly #openNotices = (): Promise<void> =>
    this.#try(async () => {
      await import('./notifications.ts');
      this.isNoticesOpen = true;
      return '';
    });

  readonly #signOut = (): Promise<void> =>
    this.#try(async () => {
      const result = await this.door?.signOut('here');
      return !result || result.ok || !this.door?.isOwner.get()
        ? ''
        : `You are still signed in. ${result.message}`;
    });

  readonly #addPasskey = (): Promise<void> =>
    this.#try(async () => {
      const { door } = this;
      if (!door) return '';
      const { addPasskey } = await import('../../data/owner/passkey.ts');
      const result = await addPasskey(door.io);
      await door.refresh();
      if (result.ok) this.isOffered = false;
      return result.ok ? '' : result.message;
    }, true);

  /** Says that the connection is lost, or another problem with the asks; otherwise empty. */
  #line({ asks }: DoorState): TemplateResult {
    const { line, problem } = asks.get();
    const words =
      line === 'lost'
        ? 'Connection lost: new asks are not shown. Trying again.'
        : problem === ''
          ? ''
          : problem;
    return html`<div role="status">${words === '' ? nothing : html`<p class="problem">${words}</p>`}</div>`;
  }

  #said(isHere: boolean): TemplateResult {
    const { problem } = this;
    return html`<div role="alert">
      ${isHere && problem !== '' ? html`<p class="problem">${problem}</p>` : nothing}
    </div>`;
  }

  #offer(): TemplateResult {
    return html`<section class="card offer" aria-labelledby="offer">
      <h2 id="offer">Add a passkey for this device?</h2>
      <p class="quiet">
        Then you sign in here with your finger, your face or the PIN of the device, without a code.
      </p>
      <div class="row">
        <button type="button" class="action main wide" @click=${() => void this.#addPasskey()}>
          Add a passkey
        </button>
        <button type="button" class="action" @click=${() => (this.isOffered = false)}>Not now</button>
      </div>
      ${this.#said(this.isOfferProblem)}
    </section>`;
  }

  #owner(door: DoorState): TemplateResult {
    // Open asks come first: the offer of a passkey is then below them.
    const isAsked = openAsks(door.asks.get()).length > 0;
    return html`${this.#line(door)} ${this.isOffered && !isAsked ? this.#offer() : nothing}
      <hw-ask-list .door=${door}></hw-ask-list>
      <hw-since .io=${door.io} @close=${() => this.asks?.focus()}></hw-since>
      ${this.isOffered && isAsked ? this.#offer() : nothing}
      ${
        this.isWriting
          ? html`<hw-letters .door=${door}></hw-letters>`
          : html`<button type="button" class="action" @click=${() => void this.#write()}>
              Write to an agent, or see what it has changed
            </button>`
      }
      ${
        this.isUsageOpen
          ? html`<hw-usage .door=${door}></hw-usage>`
          : html`<button type="button" class="action" @click=${() => void this.#openUsage()}>
              Usage of your agents
            </button>`
      }
      <div class="foot">
        ${
          this.isNoticesOpen
            ? html`<hw-notifications .door=${door}></hw-notifications>`
            : html`<button type="button" class="action" @click=${() => void this.#openNotices()}>
                Notices on this device
              </button>`
        }
        ${
          this.isListOpen
            ? html`<hw-devices .door=${door}></hw-devices>`
            : html`<button type="button" class="action" @click=${() => void this.#openList()}>
                Devices and keys
              </button>`
        }
        <button type="button" class="action" @click=${() => void this.#signOut()}>Sign out here</button>
      </div>
      ${
        this.shown
          ? html`<hw-door-changes
              .door=${door}
              .shown=${this.shown}
              @close=${() => (this.shown = undefined)}
            ></hw-door-changes>`
          : nothing
      }`;
  }

  #content(door: DoorState): TemplateResult {
    switch (door.account.get().state) {
      case 'unknown':
        return html`<p class="quiet">Asking the home…</p>`;
      case 'unreachable':
        return html`<p class="problem">The home does not answer. Trying again.</p>`;
      case 'none':
        return html`<p class="quiet">
          This copy of the home has no server, so its owner cannot sign in here.
        </p>`;
      case 'visitor':
        return html`<hw-sign-in .door=${door}></hw-sign-in>`;
      case 'owner':
        return html`${
          // The owner opened a link with a code, for example to add a passkey.
          door.code.get() === ''
            ? nothing
            : html`<hw-sign-in .door=${door} heading="Sign in again"></hw-sign-in>`
        }
        ${this.#owner(door)}`;
    }
  }

  protected override render(): TemplateResult {
    const { door } = this;
    if (!door) return html`<slot></slot>`;
    return html`<div
      class="all"
      @signed-in=${this.#onSignedIn}
      @show-changes=${({ detail }: CustomEvent<ShownChanges>) => void this.#show(detail)}
    >
      ${this.#content(door)} ${this.#said(!this.isOfferProblem)}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-door': HwDoor;
  }
}
