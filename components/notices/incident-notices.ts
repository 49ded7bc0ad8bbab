import { LitElement, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type Store, requestEnvironment, tryStorage } from '../../data/core/environment.ts';
import { errorMessage, withoutBidiControls } from '../../data/core/text.ts';
import type { OwnerIo } from '../../data/owner/owner-request.ts';
import { followedPortals, storeFollowed } from '../../data/push/followed.ts';
import { type PushBrowser, pushBrowserOf } from '../../data/push/push-browser.ts';
import {
  type WatchedPortal,
  followPortals,
  readPush,
  readWatchedPortals,
} from '../../data/push/push-requests.ts';
import { THROUGH_WHOM, whyNoPush } from '../shared/push-words.ts';
import { base, buttons } from '../shared/styles.ts';

/** Lets visitors choose portals; the home tells this browser when one of them does not answer. */
@customElement('hw-incident-notices')
export class HwIncidentNotices extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      form {
        display: grid;
        gap: 0.5rem;
        padding-block: 0.5rem;
      }
      label {
        display: flex;
        gap: 0.75rem;
        align-items: center;
        min-height: 2rem;
        overflow-wrap: anywhere;
      }
      input {
        flex: none;
        width: 1.125rem;
        height: 1.125rem;
        accent-color: var(--hw-panel-text);
      }
      button {
        justify-self: start;
      }
      @media (pointer: coarse) {
        label {
          min-height: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) io: OwnerIo = {
    ...requestEnvironment(window),
    base: new URL('.', document.baseURI).href,
  };
  /** The browser's interface for notices; tests set another one. */
  @property({ attribute: false }) browser: PushBrowser = pushBrowserOf(window, this.io.base);

  /** Where the choice is stored; tests set another storage. */
  @property({ attribute: false }) storage = tryStorage<Store | undefined>(() => localStorage, undefined);

  @state() private portals?: readonly WatchedPortal[];
  @state() private followed: readonly string[] = [];
  @state() private isBusy = false;
  @state() private said = '';
  @state() private problem = '';

  protected override firstUpdated(): void {
    this.followed = followedPortals(this.storage);
    void this.#do(async () => {
      const portals = await readWatchedPortals(this.io);
      if (!portals.ok) throw new Error(portals.message);
      this.portals = portals.value;
      return '';
    });
  }

  async #do(act: () => Promise<string>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    [this.said, this.problem] = ['', ''];
    try {
      this.said = await act();
    } catch (error) {
      this.problem = `${errorMessage(error).replace(/\.$/, '')}.`;
    }
    this.isBusy = false;
  }

  /**
   * Stores the choice in the home and in this browser. If no portal is chosen, the home forgets this browser.
   */
  async #follow(portals: readonly string[]): Promise<string> {
    const { io, browser } = this;
    const push = await readPush(io);
    if (!push.ok) throw new Error(push.message);
    const subscription =
      portals.length > 0 ? await browser.subscribe(push.value.publicKey) : await browser.current();
    if (subscription) {
      const result = await followPortals(io, subscription, portals);
      if (!result.ok) throw new Error(result.message);
    }
    storeFollowed(this.storage, portals);
    this.followed = portals;
    if (!subscription || portals.length === 0) return 'This browser is told of no incidents.';
    const { host } = new URL(subscription.endpoint);
    return `This browser is told of incidents, through ${host}.`;
  }

  readonly #save = (event: Event): void => {
    event.preventDefault();
    const chosen = new FormData(event.target as HTMLFormElement).getAll('portal').map(String);
    void this.#do(() => this.#follow(chosen));
  };

  #form(portals: readonly WatchedPortal[]): TemplateResult {
    return html`<form @submit=${this.#save}>
      <p>${THROUGH_WHOM} It names the portal, and says that it does not answer or answers again.</p>
      ${portals.map(
        ({ id, name }) =>
          html`<label>
            <input type="checkbox" name="portal" value=${id} ?checked=${this.followed.includes(id)} />
            <bdi>${withoutBidiControls(name)}</bdi>
          </label>`,
      )}
      <button class="action" aria-disabled=${this.isBusy}>Save</button>
    </form>`;
  }

  #content(): TemplateResult | typeof nothing {
    const support = this.browser.support();
    if (support !== 'possible') return html`<p>${whyNoPush[support]}</p>`;
    if (!this.portals) return nothing;
    return this.portals.length > 0 ? this.#form(this.portals) : html`<p>This home watches no portals.</p>`;
  }

  protected override render(): TemplateResult {
    return html`${this.#content()}
      <div role="status">${this.said === '' ? nothing : html`<p>${this.said}</p>`}</div>
      <div role="alert">${this.problem === '' ? nothing : html`<p>${this.problem}</p>`}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-incident-notices': HwIncidentNotices;
  }
}
