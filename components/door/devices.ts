import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { momentText } from '../../data/asks/ask-words.ts';
import type { DoorState } from '../../data/apps/door.ts';
import { errorMessage } from '../../data/core/text.ts';
import {
  type Device,
  type Devices,
  readDevices,
  removeDevice,
  renamePasskey,
} from '../../data/owner/devices.ts';
import type { Outcome } from '../../data/owner/owner-request.ts';
import { keepingFocus, offerFocus } from '../shared/focus.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons } from '../shared/styles.ts';
import { doorStyles } from './door-styles.ts';
import './sign-in.ts';

/** What the owner acts on: one device, all sign-ins, or a new passkey. */
type Target = Device | 'all' | 'new';

/**
 * Lists who can act for the owner, the keys of agents and the read-only links. Here the owner removes them,
 * renames passkeys, and adds a passkey for this device.
 */
@customElement('hw-devices')
export class HwDevices extends SignalElement {
  static override styles = [
    base,
    buttons,
    doorStyles,
    css`
      .all,
      section {
        display: grid;
        gap: 0.75rem;
      }
      .all {
        gap: 1.5rem;
      }
      li {
        display: grid;
        gap: 0.5rem;
        padding: 0.625rem 0;
        border-top: 1px solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
      }
      form {
        display: grid;
        gap: 0.5rem;
      }
      .danger {
        border-color: var(--hw-error);
      }
      h3 {
        color: var(--hw-text-quiet);
      }
      code {
        font-family: inherit;
        color: var(--hw-panel-text);
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;

  @state() private list?: Devices;
  /** Why the list cannot be read. */
  @state() private problem = '';
  /** The result of the last action, which is shown beside its button. */
  @state() private said: { readonly of: Target; readonly words: string } | undefined;
  @state() private isBusy = false;
  /** What the open question is about. */
  @state() private question: Target | '' = '';
  /** The passkey whose name is being changed. */
  @state() private renamed = 0;

  @query('h2') private readonly heading?: HTMLElement;

  /** The button that opened it has gone, and the focus with it. */
  protected override firstUpdated(): void {
    offerFocus(this.heading);
    void this.#read();
  }

  /** If the focused button is removed, focuses what took its place, else the heading of its part. */
  protected override update(changed: PropertyValues<this>): void {
    const section = this.shadowRoot?.activeElement?.closest('section');
    keepingFocus(
      () => super.update(changed),
      () =>
        section?.querySelector<HTMLElement>('#name, .keep') ?? section?.querySelector('h3') ?? this.heading,
    );
  }

  async #read(): Promise<void> {
    const { door } = this;
    if (!door) return;
    const result = await readDevices(door.io);
    if (result.ok) {
      this.list = result.value;
      this.problem = '';
    } else if (result.status === 401) door.signedOut();
    else this.problem = result.message;
  }

  readonly #retry = (): void => {
    this.problem = '';
    void this.#read();
  };

  /** Runs an action that changes the list, then reads the list again. */
  async #change(of: Target, act: (door: DoorState) => Promise<Outcome<unknown>>): Promise<void> {
    const { door } = this;
    if (!door || this.isBusy) return;
    this.isBusy = true;
    this.said = undefined;
    try {
      const result = await act(door);
      if (result.ok) [this.question, this.renamed] = ['', 0];
      else this.said = { of, words: result.message };
    } catch (error) {
      this.said = { of, words: `${errorMessage(error)}. Load the page again.` };
    }
    // The change may also have ended the sign-in of this page.
    await door.refresh();
    if (door.isOwner.get()) await this.#read();
    this.isBusy = false;
  }

  readonly #add = (): Promise<void> =>
    this.#change('new', async ({ io }) => (await import('../../data/owner/passkey.ts')).addPasskey(io));

  #rename(event: Event, id: number): void {
    event.preventDefault();
    const name = new FormData(event.target as HTMLFormElement).get('name');
    if (typeof name === 'string')
      void this.#change(`passkeys/${id}`, ({ io }) => renamePasskey(io, id, name));
  }

  /** The result of the last action, if it was about this target. */
  #status(of: Target): TemplateResult {
    const { said } = this;
    return html`<div role="status">
      ${said?.of === of ? html`<p class="problem">${said.words}</p>` : nothing}
    </div>`;
  }

  /** A button that asks before it acts. */
  #ask(
    question: Target,
    words: string,
    label: string,
    act: (door: DoorState) => Promise<Outcome<unknown>>,
  ): TemplateResult {
    if (this.question !== question)
      return html`<button
        type="button"
        class="action"
        aria-label=${label}
        aria-disabled=${this.isBusy}
        @click=${() => this.isBusy || (this.question = question)}
      >
        ${words}
      </button>`;
    return html`<button
        type="button"
        class="action danger"
        aria-disabled=${this.isBusy}
        @click=${() => void this.#change(question, act)}
      >
        ${words}: yes
      </button>
      <button type="button" class="action keep" @click=${() => (this.question = '')}>Keep</button>`;
  }

  #remove(device: Device, name: string, words = 'Remove'): TemplateResult {
    return this.#ask(device, words, `${words} ${name}`, ({ io }) => removeDevice(io, device));
  }

  #passkeys({ passkeys }: Devices, now: number): TemplateResult {
    if (passkeys.length === 0) return html`<p class="small quiet">None yet.</p>`;
    return html`<ul aria-label="Passkeys">
      ${passkeys.map(
        ({ id, name, madeAt, usedAt }) =>
          html`<li>
            ${
              this.renamed === id
                ? html`<form @submit=${(event: Event) => this.#rename(event, id)}>
                    <label for="name">New name</label>
                    <input id="name" name="name" required maxlength="60" .value=${name} />
                    <div class="row">
                      <button class="action wide" aria-disabled=${this.isBusy}>Save the name</button>
                      <button type="button" class="action" @click=${() => (this.renamed = 0)}>Cancel</button>
                    </div>
                  </form>`
                : html`<p>
                      ${name}<br /><span class="small quiet">
                        added ${momentText(madeAt, now)},
                        ${usedAt === undefined ? 'not used yet' : `used ${momentText(usedAt, now)}`}
                      </span>
                    </p>
                    <div class="row">
                      <button
                        type="button"
                        class="action"
                        aria-label="Rename ${name}"
                        @click=${() => (this.renamed = id)}
                      >
                        Rename
                      </button>
                      ${this.#remove(`passkeys/${id}`, name)}
                    </div>`
            }
            ${this.#status(`passkeys/${id}`)}
          </li>`,
      )}
    </ul>`;
  }

  /** The button that adds a passkey for this device, or why that is not possible now. */
  #addition({ account }: DoorState): TemplateResult {
    const { passkeyProblem, isFresh } = account.get();
    if (passkeyProblem !== '') return html`<p class="small quiet">No passkeys here. ${passkeyProblem}</p>`;
    if (!isFresh)
      return html`<p class="small quiet">
          To add a passkey, sign in again. You then have ten minutes to add it.
        </p>
        <hw-sign-in .door=${this.door} heading="Sign in again"></hw-sign-in>`;
    return html`<button
      type="button"
      class="action"
      aria-disabled=${this.isBusy}
      @click=${() => void this.#add()}
    >
      Add a passkey for this device
    </button>`;
  }

  #signIns({ signIns, passkeys }: Devices, now: number): TemplateResult {
    const howOf = (id: number | undefined): string =>
      id === undefined ? 'with a code' : `with ${passkeys.find((one) => one.id === id)?.name ?? 'a passkey'}`;
    return html`<ul aria-label="Signed in">
      ${signIns.map(
        ({ id, browser, passkey, beganAt, isHere }) =>
          html`<li>
            <p>
              ${browser} ${isHere ? html`<span class="small">(this page)</span>` : nothing}<br />
              <span class="small quiet">since ${momentText(beganAt, now)}, ${howOf(passkey)}</span>
            </p>
            ${isHere ? nothing : html`<div class="row">${this.#remove(`sign-ins/${id}`, browser, 'Sign out')}</div>`}
            ${this.#status(`sign-ins/${id}`)}
          </li>`,
      )}
    </ul>`;
  }

  #agentKeys({ agentKeys }: Devices, now: number): TemplateResult {
    if (agentKeys.length === 0)
      return html`<p class="small quiet">
        None. <code>home-world keys add NAME</code> makes one on the machine of the home.
      </p>`;
    return html`<ul aria-label="Agent keys">
      ${agentKeys.map(
        ({ name, madeAt, usedAt }) =>
          html`<li>
            <p>
              ${name}<br /><span class="small quiet">
                made ${momentText(madeAt, now)},
                ${usedAt === undefined ? 'not used yet' : `used ${momentText(usedAt, now)}`}
              </span>
            </p>
            <div class="row">${this.#remove(`agent-keys/${encodeURIComponent(name)}`, name, 'Revoke')}</div>
            ${this.#status(`agent-keys/${encodeURIComponent(name)}`)}
          </li>`,
      )}
    </ul>`;
  }

  #links({ links }: Devices, now: number): TemplateResult {
    if (links.length === 0)
      return html`<p class="small quiet">
        None. <code>home-world owner link NAME</code> makes one on the machine of the home.
      </p>`;
    return html`<ul aria-label="Read-only links">
      ${links.map(
        ({ id, name, endsAt }) =>
          html`<li>
            <p>${name}<br /><span class="small quiet">until ${momentText(endsAt, now)}</span></p>
            <div class="row">${this.#remove(`links/${id}`, name)}</div>
            ${this.#status(`links/${id}`)}
          </li>`,
      )}
    </ul>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { door, list, problem } = this;
    if (!door) return nothing;
    const now = door.now.get();
    return html`<div class="all">
      <h2 id="devices" tabindex="-1">Devices and keys</h2>
      ${
        list === undefined
          ? html`<p class="quiet">${problem === '' ? 'Reading the list…' : nothing}</p>`
          : html`<section aria-labelledby="passkeys">
                <h3 id="passkeys" tabindex="-1">Passkeys</h3>
                ${this.#passkeys(list, now)} ${this.#addition(door)} ${this.#status('new')}
              </section>
              <section aria-labelledby="sign-ins">
                <h3 id="sign-ins" tabindex="-1">Signed in</h3>
                ${this.#signIns(list, now)}
                <div class="row">
                  ${this.#ask('all', 'Sign out everywhere', 'Sign out everywhere', (door) => door.signOut('everywhere'))}
                </div>
                ${this.#status('all')}
              </section>
              <section aria-labelledby="keys">
                <h3 id="keys" tabindex="-1">Agent keys</h3>
                ${this.#agentKeys(list, now)}
              </section>
              <section aria-labelledby="links">
                <h3 id="links" tabindex="-1">Read-only links</h3>
                ${this.#links(list, now)}
              </section>`
      }
      <div role="alert">${problem === '' ? nothing : html`<p class="problem">${problem}</p>`}</div>
      ${
        problem === ''
          ? nothing
          : html`<button type="button" class="action" @click=${this.#retry}>Try again</button>`
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-devices': HwDevices;
  }
}
