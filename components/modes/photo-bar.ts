import { type PropertyValues, type TemplateResult, html, nothing, svg } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import {
  type Photo,
  type PhotoFormat,
  moveFocus,
  photoExtent,
  photoFormats,
} from '../../data/photo/photo.ts';
import { photoCaption, takePhoto } from '../../data/photo/take-photo.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { PhotoState } from '../../data/photo/photo-state.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { isTyping, letterOf } from '../../data/view/shortcuts.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { downloadFile } from '../shared/download.ts';
import { icon, line } from '../shared/icons.ts';
import { hasOwnEnter } from '../shared/focus.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel, progressBar } from '../shared/styles.ts';
import { photoBarStyles } from './photo-bar-styles.ts';
import { fitFrame, photoFrame } from './photo-frame.ts';
import { canSharePhotos, copyPhoto, copyProblem, sharePhoto } from './photo-out.ts';

type StateSlice = ConfigState &
  DerivedState &
  PageState &
  PhotoState &
  ReadingsState &
  SettingsState &
  ViewState &
  WorldState;

const barIcons = {
  minus: line('M6 12h12'),
  plus: line('M6 12h12M12 6v12'),
  /** A ring around a disc. */
  shutter: icon(svg`<circle cx="12" cy="12" r="9" /><circle cx="12" cy="12" r="5.5" fill="currentColor" />`),
  /** A crossed-out eye. */
  hide: line(
    'M3 12s3.5-5.5 9-5.5S21 12 21 12s-3.5 5.5-9 5.5S3 12 3 12Zm9-2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5ZM5 4.5l14 15',
  ),
} as const;

/** A pointer that moves less than this while it is pressed does not turn the camera. CSS pixels. */
const TAP_PIXELS = 6;
/** Events that may move the camera. */
const MOVING = ['pointerdown', 'wheel', 'keydown'] as const;
/**
 * The bar of the photo mode: format, focus, the buttons that save, copy and share a picture, and one that
 * leaves the mode. `H` hides it; `H` or a tap on the picture shows it again. A frame shows what will be in
 * the picture, with its caption.
 */
@customElement('hw-photo-bar')
export class HwPhotoBar extends StateElement {
  static override styles = [base, panel, buttons, progressBar, photoBarStyles];

  readonly #touch = window.matchMedia('(pointer: coarse)');
  readonly #sizes = new ResizeObserver(() => this.#fitFrame());
  readonly #canShare = canSharePhotos();
  /** A finished picture for which the visitor must press Share again. */
  #kept: Photo | undefined;
  #down: { readonly x: number; readonly y: number } | undefined;

  @query('section') private readonly bar?: HTMLElement;
  @query('.frame') private readonly frame?: HTMLElement;

  @state() private away = false;
  /** The result of the last picture as a text; empty before the first picture. */
  @state() private said = '';

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of MOVING) document.addEventListener(type, this.#onMoving);
    document.addEventListener('keydown', this.#onKey);
    document.addEventListener('pointerdown', this.#onDown);
    document.addEventListener('pointerup', this.#onUp);
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed);
    this.#focusBar();
    for (const part of [this.bar, this.frame?.firstElementChild]) if (part) this.#sizes.observe(part);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // This runs after the update, because signals cannot be set inside an update.
    queueMicrotask(() => this.#fitFrame());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of MOVING) document.removeEventListener(type, this.#onMoving);
    document.removeEventListener('keydown', this.#onKey);
    document.removeEventListener('pointerdown', this.#onDown);
    document.removeEventListener('pointerup', this.#onUp);
    this.#sizes.disconnect();
    this.#kept = undefined;
    this.said = '';
  }

  /** Fits the frame to the window, and tells the world how high the frame is. */
  #fitFrame(): void {
    const { state, frame, bar } = this;
    const { height = 0 } = state?.photo.screen.get() ?? {};
    if (!state || !frame || !bar || height === 0) return;
    const share = fitFrame(frame, bar, state.photo);
    if (share !== undefined && state.photo.frame.get() !== share) state.photo.frame.set(share);
  }

  /** Letters and arrows may move the camera, also from within the bar; press and wheel only outside it. */
  readonly #onMoving = (event: Event): void => {
    const isKey = event instanceof KeyboardEvent;
    if (isKey ? /^(?:Arrow|Key)/.test(event.code) : !event.composedPath().includes(this)) this.#forget();
  };

  /** The kept picture shows what the camera saw before it moved, so it is not shared any more. */
  #forget(): void {
    if (this.#kept) this.said = '';
    this.#kept = undefined;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const home = this.state;
    if (!home?.settings.get().shortcuts || event.defaultPrevented || event.metaKey || isTyping(event)) return;
    // On some keyboards brackets need AltGr, which sets both `ctrlKey` and `altKey`.
    const plain = event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey);
    const steps = event.key === '[' ? -1 : event.key === ']' ? 1 : 0;
    if (steps !== 0 && plain) this.#moveFocus(home, steps);
    else if (event.key === 'Enter' && plain && !event.repeat && !hasOwnEnter(event)) void this.#save(home);
    else if (letterOf(event) === 'c' && plain && !event.repeat && !event.shiftKey) void this.#copy(home);
    else if (letterOf(event) === 'h' && plain && !event.repeat && !event.shiftKey) this.away = !this.away;
    else return;
    event.preventDefault();
  };

  readonly #onDown = ({ clientX, clientY }: PointerEvent): void => {
    this.#down = { x: clientX, y: clientY };
  };

  readonly #onUp = ({ clientX, clientY }: PointerEvent): void => {
    const down = this.#down;
    if (this.away && down && Math.hypot(clientX - down.x, clientY - down.y) < TAP_PIXELS) this.away = false;
  };

  /** Focuses the bar and not a button, so that Enter takes the picture and arrow keys move the camera. */
  #focusBar(): void {
    this.bar?.focus({ preventScroll: true });
  }

  /** After a click, keys control the picture again; with the keyboard, the focus stays on the button. */
  readonly #onClick = (event: MouseEvent): void => {
    if (event.detail > 0) this.#focusBar();
  };

  #moveFocus({ photo }: StateSlice, steps: number): void {
    this.#forget();
    photo.focus.set(moveFocus(photo.focus.get(), steps));
  }

  /** Takes a picture. Undefined if that is not possible now, or failed. */
  async #take(home: StateSlice): Promise<Photo | undefined> {
    this.#kept = undefined;
    this.said = '';
    return this.#ready(home) ? takePhoto(home, photoCaption(home)) : undefined;
  }

  async #save(home: StateSlice): Promise<void> {
    const photo = await this.#take(home);
    if (!photo) return;
    downloadFile(photo.file, photo.name);
    this.said = `Saved as ${photo.name}`;
  }

  async #copy(home: StateSlice): Promise<void> {
    const problem = copyProblem();
    this.said = problem || (await copyPhoto(this.#take(home)));
  }

  async #share(home: StateSlice): Promise<void> {
    const photo = this.#kept ?? (await this.#take(home));
    if (!photo) return;
    this.#kept = undefined;
    const outcome = await sharePhoto(photo, home.config.get().appName);
    if (outcome === 'again') this.#kept = photo;
    this.said = outcome === 'again' ? 'The picture is ready. Press Share again.' : outcome;
  }

  #ready({ photo, world }: StateSlice): boolean {
    return (
      photo.progress.get().phase !== 'taking' &&
      world.status.get().phase === 'ready' &&
      !world.settling.get() &&
      photo.screen.get().width > 0
    );
  }

  /** The progress of the picture, or why it will differ from the chosen settings. */
  #note({ photo, world, settings }: StateSlice): string {
    const progress = photo.progress.get();
    if (world.status.get().phase === 'lost') return world.status.get().note;
    if (world.settling.get()) return 'Preparing the photo mode …';
    if (progress.phase === 'taking') return 'Taking the picture …';
    if (progress.phase === 'failed') return progress.note;
    if (this.said !== '') return this.said;
    const { limited, width, height } = photoExtent(photo.screen.get(), photo.format.get());
    if (limited) return `This is more than the device can draw: the picture will be ${width} × ${height}.`;
    if (!settings.get().effects) return 'Effects are switched off in the settings, so everything is sharp.';
    return '';
  }

  #keys(): string {
    return this.#touch.matches
      ? 'one finger: orbit · two fingers: zoom'
      : 'drag or arrows: orbit · [ ]: focus · Enter: save · C: copy · H: hide the bar';
  }

  #icon(label: string, icon: TemplateResult, press: () => void): TemplateResult {
    return html`<button type="button" class="icon" title=${label} aria-label=${label} @click=${press}>
      ${icon}
    </button>`;
  }

  #focus(home: StateSlice): TemplateResult | typeof nothing {
    if (!home.settings.get().effects) return nothing;
    return html`<div class="group" role="group" aria-label="Focus">
      ${this.#icon('Focus nearer', barIcons.minus, () => this.#moveFocus(home, -1))}
      <span class="metres" aria-live="polite">${home.photo.focus.get().toFixed(1)} m</span>
      ${this.#icon('Focus farther', barIcons.plus, () => this.#moveFocus(home, 1))}
    </div>`;
  }

  /** The formats, each with the pixels of its picture. */
  #formats({ photo }: StateSlice): TemplateResult {
    const screen = photo.screen.get();
    const text = (format: PhotoFormat): string => {
      const { width, height } = photoExtent(screen, format);
      return screen.width > 0 ? `${format.name} · ${width} × ${height}` : format.name;
    };
    const choose = ({ target }: Event): void => {
      const format = photoFormats[(target as HTMLSelectElement).selectedIndex];
      this.#kept = undefined;
      this.said = '';
      if (format) photo.format.set(format);
    };
    return html`<select class="format" aria-label="Format" @change=${choose}>
      ${photoFormats.map(
        (format) =>
          html`<option .selected=${format.name === photo.format.get().name}>${text(format)}</option>`,
      )}
    </select>`;
  }

  /** A button with an icon and, where there is room, a word. */
  #act(
    label: string,
    word: string,
    icon: TemplateResult,
    isReady: boolean,
    press: () => void,
  ): TemplateResult {
    return html`<button
      type="button"
      class="icon act"
      title=${label}
      aria-label=${label}
      aria-disabled=${!isReady}
      @click=${() => isReady && press()}
    >
      ${icon}<span class="word" aria-hidden="true">${word}</span>
    </button>`;
  }

  protected override renderState(home: StateSlice): TemplateResult {
    const progress = home.photo.progress.get();
    const note = this.#note(home);
    const isReady = this.#ready(home);
    const caption = photoCaption(home);
    return html`${photoFrame(home.photo.format.get(), caption)}
      <section class="panel" tabindex="-1" aria-label="Photo" ?hidden=${this.away} @click=${this.#onClick}>
        <div class="row">
          ${this.#formats(home)} ${this.#focus(home)}
          <div class="group">
            ${this.#act('Save the picture', 'Save', barIcons.shutter, isReady, () => void this.#save(home))}
            ${this.#act('Copy the picture', 'Copy', controlIcons.copy, isReady, () => void this.#copy(home))}
            ${
              this.#canShare
                ? this.#act(
                    'Share the picture',
                    'Share',
                    controlIcons.share,
                    isReady,
                    () => void this.#share(home),
                  )
                : nothing
            }
          </div>
          <div class="group leave">
            ${this.#icon('Hide this bar', barIcons.hide, () => (this.away = true))}
            ${this.#icon('Leave the photo mode', controlIcons.close, () =>
              dispatchView(home, { kind: 'end', mode: 'photo' }),
            )}
          </div>
        </div>
        ${progress.phase === 'taking' ? html`<progress aria-label="The picture"></progress>` : nothing}
        <p class=${note === '' ? 'note keys' : 'note'} ?data-failed=${progress.phase === 'failed'}>
          ${note || this.#keys()}
        </p>
        <p class="visually-hidden">Caption: ${[caption.title, ...caption.facts].join(', ')}</p>
      </section>
      <p class="visually-hidden" role="status">Photo mode. ${note}</p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-photo-bar': HwPhotoBar;
  }
}
