import { type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { moveFocus, photoExtent, photoSizes } from '../../data/photo/photo.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { PhotoState } from '../../data/photo/photo-state.ts';
import { takePhoto } from '../../data/photo/take-photo.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { isTyping } from '../../data/core/typing-target.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { downloadFile } from '../shared/download.ts';
import { line } from '../shared/icons.ts';
import { hasOwnEnter } from '../shared/focus.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel, progressBar } from '../shared/styles.ts';
import { photoBarStyles } from './photo-bar-styles.ts';

type StateSlice = PageState & PhotoState & SettingsState & ViewState & WorldState;

const barIcons = {
  minus: line('M6 12h12'),
  plus: line('M6 12h12M12 6v12'),
  /** A crossed-out eye. */
  hide: line(
    'M3 12s3.5-5.5 9-5.5S21 12 21 12s-3.5 5.5-9 5.5S3 12 3 12Zm9-2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5ZM5 4.5l14 15',
  ),
} as const;

/** A pointer that moves less than this while it is pressed does not turn the camera. CSS pixels. */
const TAP_PIXELS = 6;

/**
 * The bar of the photo mode: focus, size, the shutter, and a button that leaves the mode. `H` hides
 * it; `H` or a tap on the picture shows it again. It saves finished pictures as files.
 */
@customElement('hw-photo-bar')
export class HwPhotoBar extends StateElement {
  static override styles = [base, panel, buttons, progressBar, photoBarStyles];

  readonly #touch = window.matchMedia('(pointer: coarse)');
  #down: { readonly x: number; readonly y: number } | undefined;

  @query('section') private readonly bar?: HTMLElement;

  @state() private away = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
    document.addEventListener('pointerdown', this.#onDown);
    document.addEventListener('pointerup', this.#onUp);
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed);
    this.#focusBar();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onKey);
    document.removeEventListener('pointerdown', this.#onDown);
    document.removeEventListener('pointerup', this.#onUp);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const home = this.state;
    if (!home?.settings.get().shortcuts || event.defaultPrevented || event.metaKey || isTyping(event)) return;
    // On some keyboards brackets need AltGr, which sets both `ctrlKey` and `altKey`.
    const plain = event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey);
    const steps = event.key === '[' ? -1 : event.key === ']' ? 1 : 0;
    if (steps !== 0 && plain) this.#moveFocus(home, steps);
    else if (event.key === 'Enter' && plain && !event.repeat && !hasOwnEnter(event)) this.#take(home);
    else if (event.key.toLowerCase() === 'h' && plain && !event.repeat && !event.shiftKey)
      this.away = !this.away;
    else return;
    event.preventDefault();
  };

  readonly #onDown = ({ clientX: x, clientY: y }: PointerEvent): void => {
    this.#down = { x, y };
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
    photo.focus.set(moveFocus(photo.focus.get(), steps));
  }

  #take(home: StateSlice): void {
    if (this.#ready(home)) takePhoto(home, ({ file, name }) => downloadFile(file, name));
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
    if (progress.phase === 'saved') return `Saved as ${progress.name}`;
    const { limited, width, height } = photoExtent(photo.screen.get(), photo.size.get());
    if (limited)
      return `${photo.size.get()}× is more than this device can draw: the picture will be ${width} × ${height}.`;
    if (!settings.get().effects) return 'Effects are switched off in the settings, so everything is sharp.';
    return '';
  }

  #keys(): string {
    return this.#touch.matches
      ? 'one finger: orbit · two fingers: zoom'
      : 'drag or arrows: orbit · [ ]: focus · Enter: take it · H: hide the bar';
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

  #sizes({ photo }: StateSlice): TemplateResult {
    const screen = photo.screen.get();
    const { width, height } = photoExtent(screen, photo.size.get());
    return html`<div class="group" role="group" aria-label="Size, times the screen’s">
      ${photoSizes.map(
        (size) =>
          html`<button
            type="button"
            class="icon"
            aria-label=${`${size} times`}
            aria-pressed=${photo.size.get() === size ? 'true' : 'false'}
            @click=${() => photo.size.set(size)}
          >
            ${size}×
          </button>`,
      )}
      ${screen.width > 0 ? html`<span class="quiet pixels">${width} × ${height}</span>` : nothing}
    </div>`;
  }

  protected override renderState(home: StateSlice): TemplateResult {
    const progress = home.photo.progress.get();
    const note = this.#note(home);
    return html`<section
        class="panel"
        tabindex="-1"
        aria-label="Photo"
        ?hidden=${this.away}
        @click=${this.#onClick}
      >
        <div class="row">
          ${this.#focus(home)} ${this.#sizes(home)}
          <div class="group last">
            <button
              type="button"
              class="shutter"
              title="Take the picture"
              aria-label="Take the picture"
              ?disabled=${!this.#ready(home)}
              @click=${() => this.#take(home)}
            ></button>
            ${this.#icon('Hide this bar', barIcons.hide, () => (this.away = true))}
            ${this.#icon('Leave the photo mode', controlIcons.close, () =>
              dispatchView(home, { kind: 'end', mode: 'photo' }),
            )}
          </div>
        </div>
        ${progress.phase === 'taking' ? html`<progress aria-label="The picture"></progress>` : nothing}
        <p class="note" ?data-failed=${progress.phase === 'failed'}>${note || this.#keys()}</p>
      </section>
      <p class="visually-hidden" role="status">Photo mode. ${note}</p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-photo-bar': HwPhotoBar;
  }
}
