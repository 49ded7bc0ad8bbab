import { type LitElement, type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import { type PicturePlaces, type Places, loadPicture, loadPlaces } from '../../data/painted/places.ts';
import {
  type PaintedPicture,
  type PictureWeather,
  pictureAt,
  pictureSkyOf,
  withSky,
} from '../../data/painted/pictures.ts';
import type { Row } from '../../data/readings/format.ts';
import { PortalOrder } from '../../data/readings/portal-order.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { State } from '../../data/state.ts';
import { travelTo } from '../../data/travel/travel.ts';
import { panelNames } from '../../data/view/panels.ts';
import { keepingFocus } from '../shared/focus.ts';
import { StateElement } from '../shared/state-element.ts';
import { offeredWorld } from '../shared/offered-world.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { type Rect, coveredBox, fitLabels, grown } from './fit-labels.ts';
import { paintedStyles } from './painted-styles.ts';
import { PARALLAX_SCALE, startParallax } from './parallax.ts';
import { type Words, paintedWords } from './words.ts';

type Spot = Pick<Rect, 'left' | 'top'>;

/** The space between the labels and the edges of the window. CSS pixels. */
const MARGIN = 8;
/** How often the labels are placed after a change, at most. Then they stay where they are. */
const MOST_ROUNDS = 5;
/** The parts of the page that may cover the picture. */
const COVERING = '.shell > :not(.left, .foot), .left > *, .foot > *';

/** After the hour of a picture: its weather. */
const weatherWords: Readonly<Record<PictureWeather, string>> = {
  clear: '',
  cloudy: ' under clouds',
  fog: ' in fog',
  rain: ' in rain',
  snow: ' in snow',
};

const isSame = (a: ReadonlyMap<string, Spot>, b: ReadonlyMap<string, Spot>): boolean =>
  a.size === b.size &&
  [...a].every(([key, { left, top }]) => {
    const other = b.get(key);
    return other !== undefined && Math.abs(other.left - left) < 0.5 && Math.abs(other.top - top) < 0.5;
  });

const middleOf = ({ box }: Words): number => (box ? box[0] + box[2] : 0);

/**
 * The home where there is no WebGL: over the painted start view, the words of panels, portals, meter and
 * resident as real text, links and buttons, each at its place in the picture. What has no place there,
 * because the window is small or the thing is not in the picture, is in a list below it.
 *
 * The picture itself is in the page's HTML, a child of `hw-home` with the class `paint`.
 *
 * @fires talk - the visitor has chosen the resident
 * @fires read-text - the visitor wants to read the home as text
 * @cssproperty --hw-panel-background - behind the words
 * @cssproperty --hw-panel-text - titles
 * @cssproperty --hw-text-quiet - captions, sources and ages
 * @cssproperty --hw-accent - edges
 */
@customElement('hw-painted-home')
export class HwPaintedHome extends StateElement {
  static override styles = [base, panel, buttons, paintedStyles];

  readonly #order = new PortalOrder();
  readonly #resizes = new ResizeObserver(() => this.requestUpdate());
  #image: HTMLImageElement | undefined;
  /** The address of the picture of the present sky. */
  #wanted = '';
  #listening: AbortController | undefined;
  #stopParallax: (() => void) | undefined;
  /** The words of the rendered labels, in their order. */
  #labels: readonly Words[] = [];
  /** How often the labels were placed since the last change of anything else. */
  #rounds = 0;
  #isPlacing = false;

  @state() private places?: Places;
  @state() private picture: PaintedPicture | undefined;
  /**
   * The positions of the labels that have a place in the picture, from the upper left corner of this element.
   */
  @state() private spots: ReadonlyMap<string, Spot> = new Map();
  /** The thing whose rows are shown. */
  @state() private opened = '';

  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    const page = root instanceof ShadowRoot ? root.host : undefined;
    this.#image = page?.querySelector<HTMLImageElement>('.paint img') ?? undefined;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#image?.addEventListener('load', this.#follow, { signal });
    this.#image?.addEventListener('error', this.#giveUp, { signal });
    this.#resizes.observe(this);
    if (!this.#image || (this.#image.complete && this.#image.naturalWidth === 0)) this.#giveUp();
    else this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
    this.#listening?.abort();
    this.#moveWithMouse(false);
  }

  /**
   * Reads from the URL of the picture what the picture shows. The browser chooses the picture by the shape of
   * the window.
   */
  readonly #follow = (): void => {
    const address = this.#image?.currentSrc ?? '';
    this.picture = pictureAt(address);
    // An image that is still loading has no address yet.
    if (address !== '' && !this.picture) this.#giveUp();
  };

  /**
   * Shows the home as text, because the picture or its places are missing. This runs after the update,
   * because signals cannot be set inside an update.
   */
  readonly #giveUp = (): void => queueMicrotask(() => this.state?.world.painted.set(false));

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { state } = this;
    if (!state) return;
    if (changed.has('state')) loadPlaces(state.base).then((places) => (this.places = places), this.#giveUp);
    this.#followSky(state);
    // A pending update also runs after the element is removed.
    this.#moveWithMouse(this.isConnected && !state.world.reducedMotion.get());
    // Inert while the home as text is open, which has the same words.
    // And on the wall, where nothing can be chosen.
    const isWall = state.view.get().mode === 'wall';
    this.toggleAttribute('wall', isWall);
    this.inert = isWall || state.panels.directory.get();
    // Reads these signals, so that the labels are placed again when a panel opens or closes and covers
    // another part of the picture.
    for (const name of panelNames) state.panels[name].get();
  }

  #moveWithMouse(wanted: boolean): void {
    if (wanted === (this.#stopParallax !== undefined)) return;
    this.#stopParallax?.();
    this.#stopParallax = wanted && this.#image ? startParallax(this.#image) : undefined;
  }

  /**
   * Exchanges the picture when another hour begins at the home’s place, or other weather. The old one stays until the
   * new one is loaded, and where it cannot be loaded.
   */
  #followSky({ config, now, readings }: State): void {
    const image = this.#image;
    if (!this.picture || !image) return;
    const sky = pictureSkyOf(config.get(), currentValue(readings.weather.get()), now.get());
    const wanted = withSky(image.currentSrc, sky);
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    if (wanted === image.currentSrc) return;
    const exchange = (): void => {
      if (this.#wanted !== wanted) return;
      for (const source of image.parentElement?.querySelectorAll('source') ?? [])
        source.srcset = withSky(source.srcset, sky);
      image.src = withSky(image.getAttribute('src') ?? '', sky);
    };
    loadPicture(wanted).then(exchange, () => undefined);
  }

  /** If the open rows are removed with the focus in them, focuses their label. */
  protected override update(changed: PropertyValues<this>): void {
    const label = this.renderRoot.querySelector<HTMLElement>('.label:has(+ .rows)');
    keepingFocus(
      () => super.update(changed),
      () => label,
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (!this.#isPlacing) this.#rounds = 0;
    this.#isPlacing = false;
    this.#layOut();
  }

  /** The boxes of the other parts of the page, which no label may cover. */
  #covered(): Rect[] {
    const root = this.getRootNode();
    if (!(root instanceof ShadowRoot)) return [];
    return [...root.querySelectorAll<HTMLElement>(COVERING)].flatMap((part) => {
      if (part === this) return [];
      this.#resizes.observe(part);
      const shown = part.shadowRoot?.querySelector('header, .chips, .panel, .box');
      return shown?.checkVisibility({ visibilityProperty: true }) ? [shown.getBoundingClientRect()] : [];
    });
  }

  /** Places the labels that fit into the picture, and moves the open rows into the window. */
  #layOut(): void {
    const paint = this.#image?.parentElement?.getBoundingClientRect();
    const places = this.#places;
    if (!paint || !places) return;
    const picture = this.#stopParallax ? grown(paint, PARALLAX_SCALE) : paint;
    const own = this.getBoundingClientRect();
    const list = this.renderRoot.querySelector('.list');
    const listed = list?.checkVisibility() ? [list.getBoundingClientRect()] : [];
    const covered = this.#covered();
    const free = {
      left: paint.left + MARGIN,
      top: own.top,
      right: paint.right - MARGIN,
      bottom: paint.bottom - MARGIN,
    };
    // The most important labels are placed first.
    const labels = [...this.renderRoot.querySelectorAll('.labels .label')]
      .flatMap((label, index) => {
        const words = this.#labels[index];
        return words?.box ? [{ label, words, box: words.box }] : [];
      })
      .sort((one, other) => one.words.rank - other.words.rank);
    const spots = fitLabels(
      labels.map(({ label, words: { side }, box }) => {
        const { width, height } = label.getBoundingClientRect();
        return { width, height, side, thing: coveredBox(box, places, picture) };
      }),
      free,
      [...covered, ...listed],
    );
    const found = new Map(
      labels.flatMap(({ words: { key } }, index) => {
        const spot = spots[index];
        return spot ? [[key, { left: spot.left - own.left, top: spot.top - own.top }] as const] : [];
      }),
    );
    // A label that gets a place is removed from the list. The list is then smaller, so more labels may fit.
    if (!isSame(found, this.spots) && this.#rounds++ < MOST_ROUNDS) {
      this.#isPlacing = true;
      this.spots = found;
    }
    this.#keepInside(free);
  }

  /** Moves the rows of an open label so that they are inside the window. */
  #keepInside(free: Rect): void {
    const rows = this.renderRoot.querySelector<HTMLElement>('.labels .rows');
    const head = rows?.previousElementSibling?.getBoundingClientRect();
    if (!rows || !head) return;
    const { width } = rows.getBoundingClientRect();
    const left = Math.max(free.left, Math.min(head.left, free.right - width));
    const [below, above] = [free.bottom - head.bottom, head.top - free.top];
    const isBelow = below > above;
    rows.style.left = `${left - head.left}px`;
    rows.style.top = isBelow ? `${head.height}px` : 'auto';
    rows.style.bottom = isBelow ? 'auto' : `${head.height}px`;
    rows.style.maxHeight = `${Math.max(below, above)}px`;
  }

  get #places(): PicturePlaces | undefined {
    return this.picture && this.places?.[this.picture.aspect];
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.opened === '') return;
    // Esc closes the open rows, and nothing else of the page.
    event.stopPropagation();
    this.opened = '';
  };

  #act(state: State, event: MouseEvent, { act }: Words): void {
    if (!act) return;
    if (act.kind === 'link') {
      // With these keys the browser opens the link in another tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      travelTo(state, { portalId: act.portal.record.id, href: act.href }, 'at-once');
    } else if (act.kind === 'today') void this.#openToday(state);
    else this.dispatchEvent(new CustomEvent('talk'));
  }

  /** Opens Today with the focus in it: in a small window it covers the label, which loses the focus. */
  async #openToday(state: State): Promise<void> {
    state.panels.today.set(true);
    const root = this.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    await Promise.all([(root.host as LitElement).updateComplete, customElements.whenDefined('hw-today')]);
    root.querySelector('hw-today')?.focus({ preventScroll: true });
  }

  /** The visible words of a thing, which are also its accessible name. */
  #head({ title, figure, caption }: Words): TemplateResult {
    return html`<span class="title"><bdi>${title}</bdi></span>
      ${figure === undefined ? nothing : html`<span class="figure">${figure}</span>`}
      ${caption === '' ? nothing : html`<span class="caption"><bdi>${caption}</bdi></span>`}`;
  }

  #rows(words: Words): TemplateResult {
    const row = ({ text, className }: Row): TemplateResult =>
      html`<li class=${className}><bdi>${text}</bdi></li>`;
    return html`<div class="rows panel" role="group" tabindex="0" aria-label=${words.title}>
      <ul>
        ${words.rows.map(row)}
      </ul>
      ${words.foot.map((text) => html`<p class="quiet">${text}</p>`)}
    </div>`;
  }

  /** A link, or a button that acts or shows the rows. A label that is only measured shows no rows. */
  #control(state: State, words: Words, isMeasured = false): TemplateResult {
    const { key, act, color } = words;
    // Set as a property, because the page's content security policy forbids style attributes.
    const edge = color === undefined ? '' : `--edge: ${color}`;
    if (act?.kind === 'link')
      return html`<a
        class="label"
        href=${act.href}
        .style=${edge}
        @click=${(event: MouseEvent) => this.#act(state, event, words)}
        >${this.#head(words)}</a
      >`;
    if (act)
      return html`<button
        type="button"
        class="label"
        data-kind=${act.kind}
        @click=${(event: MouseEvent) => this.#act(state, event, words)}
      >
        ${this.#head(words)}
      </button>`;
    const isOpen = this.opened === key && !isMeasured;
    return html`<button
        type="button"
        class="label"
        .style=${edge}
        aria-expanded=${isOpen ? 'true' : 'false'}
        @click=${() => (this.opened = isOpen ? '' : key)}
      >
        ${this.#head(words)}
      </button>
      ${isOpen ? this.#rows(words) : nothing}`;
  }

  /**
   * A label at its place. A label without a place is invisible and only measured; its words are in the list.
   */
  #label(state: State, words: Words): TemplateResult {
    const spot = this.spots.get(words.key);
    return html`<li
      class=${classMap({ placed: spot !== undefined, open: this.opened === words.key })}
      .style=${spot ? `left: ${spot.left}px; top: ${spot.top}px` : ''}
    >
      ${this.#control(state, words, spot === undefined)}
    </li>`;
  }

  /** Says for which hour and weather the loaded picture was painted, and why there is no world. */
  #note(state: State): TemplateResult {
    const { note, enter } = state.world.status.get();
    const { hour, weather } = this.picture ?? {};
    const painted = hour && weather ? `Painted at ${hour}${weatherWords[weather]}; the words are live.` : '';
    return html`<p class="quiet">${painted} ${enter ? nothing : `No 3D world: ${note}`}</p>`;
  }

  protected override renderState(state: State): unknown {
    // Until the places are known, only the button for the home as text is shown.
    const all = this.#places ? paintedWords(state, this.#places, this.#order) : [];
    const inPicture = all.filter(({ box }) => box !== undefined);
    // The keyboard goes through the picture from left to right.
    const labels = inPicture.toSorted((one, other) => middleOf(one) - middleOf(other));
    this.#labels = labels;
    const others = all.filter(({ key }) => !this.spots.has(key));
    const isWall = state.view.get().mode === 'wall';
    return html`<section aria-label="The painted home" @keydown=${this.#onKey}>
      <ul class="labels" aria-label="In the picture">
        ${repeat(
          labels,
          ({ key }) => key,
          (words) => this.#label(state, words),
        )}
      </ul>
      <div class="list panel scroll" ?hidden=${isWall}>
        ${offeredWorld(state)}
        ${
          others.length > 0
            ? html`<ul aria-label="Also here">
                ${repeat(
                  others,
                  ({ key }) => key,
                  (words) => html`<li>${this.#control(state, words)}</li>`,
                )}
              </ul>`
            : nothing
        }
        <div class="note">
          ${this.#note(state)}
          <button
            type="button"
            class="action"
            @click=${() => this.dispatchEvent(new CustomEvent('read-text'))}
          >
            All of the home as text
          </button>
        </div>
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-painted-home': HwPaintedHome;
  }
}
