import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { DoorState } from '../../data/apps/door.ts';
import { tryStorage } from '../../data/core/environment.ts';
import { errorMessage } from '../../data/core/text.ts';
import { followedPortals } from '../../data/push/followed.ts';
import { type PushBrowser, pushBrowserOf } from '../../data/push/push-browser.ts';
import {
  type PushAnswer,
  putDevice,
  readPush,
  removeDevice,
  testPush,
} from '../../data/push/push-requests.ts';
import type { DeviceSettings, PushKind } from '../../data/push/push-settings.ts';
import { keepingFocus, offerFocus } from '../shared/focus.ts';
import { THROUGH_WHOM, whyNoPush } from '../shared/push-words.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons } from '../shared/styles.ts';
import { doorStyles } from './door-styles.ts';

const kindWords: Readonly<Record<PushKind, string>> = {
  waiting: 'An agent waits for me',
  failed: 'An agent failed',
  done: 'An agent is done',
};
const MINUTES = [1, 2, 5, 10, 20, 30, 60];
const NIGHT = { from: 22 * 60, to: 7 * 60 };

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Returns the value of a time field in minutes since midnight; undefined if the field is empty. */
function minutesOf(time: FormDataEntryValue | null): number | undefined {
  const [, hours, minutes] = typeof time === 'string' ? (/^(\d\d):(\d\d)/.exec(time) ?? []) : [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

const firstSettings = (timeZone: string): DeviceSettings => ({
  kinds: ['waiting', 'failed'],
  doneMinutes: 5,
  timeZone,
});

/** The notices of this device: turned on or off, their kinds, and the quiet hours. */
@customElement('hw-notifications')
export class HwNotifications extends SignalElement {
  static override styles = [
    base,
    buttons,
    doorStyles,
    css`
      section,
      form,
      fieldset {
        display: grid;
        gap: 0.75rem;
      }
      fieldset {
        padding: 0;
        margin: 0;
        border: 0;
      }
      legend {
        padding: 0;
        margin-bottom: 0.25rem;
      }
      .choice {
        display: flex;
        gap: 0.75rem;
        align-items: center;
        min-height: 2.75rem;
      }
      .choice input {
        flex: none;
        width: 1.25rem;
        height: 1.25rem;
        accent-color: var(--hw-panel-text);
      }
      .row > label {
        flex: 1 1 7rem;
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;
  /** The browser's interface for notices; tests set another one. */
  @property({ attribute: false }) browser: PushBrowser | undefined;

  @state() private answer?: PushAnswer;
  @state() private isHere = false;
  /** Whether this browser had notices, and the home has ended them. */
  @state() private hasEnded = false;
  @state() private isBusy = false;
  @state() private problem = '';
  @state() private said = '';
  @state() private isQuiet = false;

  @query('h2') private readonly heading?: HTMLElement;
  readonly #storage = tryStorage(() => localStorage, undefined);

  get #browser(): PushBrowser | undefined {
    return (this.browser ??= this.door && pushBrowserOf(window, this.door.io.base));
  }

  /** The button that opened it has gone, and the focus with it. */
  protected override firstUpdated(): void {
    offerFocus(this.heading);
    void this.#do(() => this.#read());
  }

  /** If the focused button is removed, focuses the heading. */
  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => this.heading,
    );
  }

  readonly #retry = (): void => void this.#do(() => this.#read());

  /** Runs an action unless another one is running, and shows its result or why it failed. */
  async #do(act: (door: DoorState, browser: PushBrowser) => Promise<string>): Promise<void> {
    const { door } = this;
    const browser = this.#browser;
    if (!door || !browser || this.isBusy) return;
    this.isBusy = true;
    this.problem = '';
    this.said = '';
    try {
      this.said = await act(door, browser);
    } catch (error) {
      this.problem = `${errorMessage(error).replace(/\.$/, '')}.`;
    }
    this.isBusy = false;
  }

  /**
   * Reads from the home whether this device gets notices. If the browser has renewed its subscription, sends
   * the new one to the home.
   */
  async #read(): Promise<string> {
    const { door } = this;
    const browser = this.#browser;
    if (!door || !browser) return '';
    const result = await readPush(door.io);
    if (!result.ok) throw new Error(result.message);
    const { device } = result.value;
    const current = browser.support() === 'possible' ? await browser.current() : undefined;
    this.answer = result.value;
    this.isHere = device !== undefined && current?.endpoint === device.endpoint;
    this.isQuiet = device?.settings.quiet !== undefined;
    this.hasEnded = current !== undefined && !device && followedPortals(this.#storage).length === 0;
    if (device && !this.isHere && browser.support() === 'possible') {
      // Here the browser has renewed its subscription, or the keys of the home have changed.
      const renewed = current && (await putDevice(door.io, current, device.settings));
      if (renewed?.ok) {
        this.answer = { ...result.value, device: renewed.value.device };
        this.isHere = true;
      }
    }
    return '';
  }

  readonly #turnOn = (): Promise<void> =>
    this.#do(async ({ io }, browser) => {
      const { answer } = this;
      if (!answer) return '';
      const subscription = await browser.subscribe(answer.publicKey);
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      const settings = answer.device?.settings ?? firstSettings(timeZone);
      const result = await putDevice(io, subscription, settings);
      if (!result.ok) throw new Error(result.message);
      const { device } = result.value;
      this.answer = { ...answer, device };
      [this.isHere, this.hasEnded, this.isQuiet] = [true, false, device.settings.quiet !== undefined];
      return 'Notices are on.';
    });

  readonly #turnOff = (): Promise<void> =>
    this.#do(async ({ io }, browser) => {
      const { answer } = this;
      const result = await removeDevice(io);
      if (!result.ok) throw new Error(result.message);
      this.isHere = false;
      if (answer) this.answer = { publicKey: answer.publicKey };
      // A browser has one subscription. It stays if the visitor also follows the incidents of portals.
      if (followedPortals(this.#storage).length === 0) await browser.unsubscribe();
      return 'Notices are off.';
    });

  readonly #test = (): Promise<void> =>
    this.#do(async ({ io }) => {
      const result = await testPush(io);
      if (!result.ok) throw new Error(result.message);
      const { result: outcome, host, cause } = result.value;
      if (outcome === 'taken') return `${host} took the notice. It should arrive in a few seconds.`;
      if (outcome === 'gone') {
        this.isHere = false;
        throw new Error(`${host} says that this subscription has ended: turn notices on again`);
      }
      throw new Error(`${host} did not take the notice: ${cause}`);
    });

  #settings(form: FormData): DeviceSettings {
    const [from, to] = [minutesOf(form.get('from')), minutesOf(form.get('to'))];
    const hasQuiet = form.has('quiet');
    return {
      kinds: (Object.keys(kindWords) as PushKind[]).filter((kind) => form.has(kind)),
      doneMinutes: Number(form.get('minutes')) || 5,
      ...(hasQuiet && { quiet: { from: from ?? NIGHT.from, to: to ?? NIGHT.to } }),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  }

  readonly #save = (event: Event): void => {
    event.preventDefault();
    const settings = this.#settings(new FormData(event.target as HTMLFormElement));
    void this.#do(async ({ io }, browser) => {
      const { answer } = this;
      const current = await browser.current();
      if (!answer || !current) {
        this.isHere = false;
        throw new Error('The subscription of this browser has ended: turn notices on again');
      }
      const result = await putDevice(io, current, settings);
      if (!result.ok) throw new Error(result.message);
      this.answer = { ...answer, device: result.value.device };
      return 'Saved.';
    });
  };

  #form({ settings }: NonNullable<PushAnswer['device']>): TemplateResult {
    const { kinds, doneMinutes, quiet = NIGHT } = settings;
    const minutes = MINUTES.includes(doneMinutes) ? MINUTES : [...MINUTES, doneMinutes];
    return html`<form @submit=${this.#save}>
      <fieldset>
        <legend>Tell me when</legend>
        ${(Object.keys(kindWords) as PushKind[]).map(
          (kind) =>
            html`<label class="choice">
              <input type="checkbox" name=${kind} ?checked=${kinds.includes(kind)} />
              ${kindWords[kind]}
            </label>`,
        )}
      </fieldset>
      <label>
        Notify when done for
        <select name="minutes">
          ${minutes.map(
            (one) =>
              html`<option value=${one} ?selected=${one === doneMinutes}>
                ${one} ${one === 1 ? 'minute' : 'minutes'}
              </option>`,
          )}
        </select>
      </label>
      <label class="choice">
        <input
          type="checkbox"
          name="quiet"
          ?checked=${settings.quiet !== undefined}
          @change=${({ target }: Event) => (this.isQuiet = (target as HTMLInputElement).checked)}
        />
        Quiet hours
      </label>
      ${
        this.isQuiet
          ? html`<div class="row">
              <label>From <input type="time" name="from" required .value=${timeOf(quiet.from)} /></label>
              <label>To <input type="time" name="to" required .value=${timeOf(quiet.to)} /></label>
            </div>`
          : nothing
      }
      <button class="action" aria-disabled=${this.isBusy}>Save</button>
    </form>`;
  }

  #on(device: NonNullable<PushAnswer['device']>): TemplateResult {
    return html`<p class="small quiet">
        On. Notices to this device go through the servers of <bdi>${device.host}</bdi>, encrypted. No notice
        is sent while a page of your home is visible here.
      </p>
      ${this.#form(device)}
      <div class="row">
        <button type="button" class="action wide" aria-disabled=${this.isBusy} @click=${this.#test}>
          Send a test
        </button>
        <button type="button" class="action wide" aria-disabled=${this.isBusy} @click=${this.#turnOff}>
          Turn off
        </button>
      </div>`;
  }

  #off(): TemplateResult {
    return html`${
        this.hasEnded
          ? html`<p>The notices of this device have ended with its sign-in. Turn them on again.</p>`
          : nothing
      }
      <p class="quiet">
        ${THROUGH_WHOM} It has the kind, the session and its program, never a command, a diff or a file.
      </p>
      ${
        !this.answer && this.problem !== ''
          ? html`<button type="button" class="action" @click=${this.#retry}>Try again</button>`
          : html`<button
              type="button"
              class="action"
              aria-disabled=${this.isBusy || !this.answer}
              @click=${this.#turnOn}
            >
              Turn on for this device
            </button>`
      }`;
  }

  #content(): TemplateResult {
    const support = this.#browser?.support() ?? 'possible';
    if (support !== 'possible') return html`<p class="quiet">${whyNoPush[support]}</p>`;
    return this.isHere && this.answer?.device ? this.#on(this.answer.device) : this.#off();
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="heading">
      <h2 id="heading" tabindex="-1">Notices on this device</h2>
      ${this.#content()}
      <div role="status">${this.said === '' ? nothing : html`<p class="quiet">${this.said}</p>`}</div>
      <div role="alert">${this.problem === '' ? nothing : html`<p class="problem">${this.problem}</p>`}</div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-notifications': HwNotifications;
  }
}
