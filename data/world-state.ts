import { type Signal, signal } from '@lit-labs/signals';
import type { Nowhere, PortalVisit, Spot, Viewpoint } from './view/viewpoint.ts';
import { type EventSignal, event } from './core/event.ts';

export const qualityLevels = ['lowest', 'low', 'middle', 'highest'] as const;
export type QualityLevel = (typeof qualityLevels)[number];

export interface WorldStatus {
  readonly phase: 'waiting' | 'loading' | 'ready' | 'lost' | 'unavailable';
  /** The completed fraction of the steps, 0 to 1. */
  readonly progress: number;
  /** The present step, or why there is no picture. */
  readonly note: string;
  /** Starts a world that is `unavailable` only because this computer draws it slowly. */
  readonly enter?: () => void;
}

/** A touch on the part of the picture that controls walking. */
export interface Stick {
  /** Where the touch began, in CSS pixels of the page. */
  readonly x: number;
  readonly y: number;
  /** The deflection in both directions, −1 to 1. */
  readonly right: number;
  readonly ahead: number;
}

/**
 * The state of the mouse. `free`: not captured. `taken`: captured by pointer lock, and moving the mouse looks
 * around. `refused`: the browser refuses pointer lock, and dragging looks around.
 */
type PointerHold = 'free' | 'taken' | 'refused';

/** A place in the world, in metres. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A shell of the fireworks, or the wreath of light that replaces them with reduced motion. */
export interface FireworkShell extends Position {
  /** The time until it opens at its position. */
  readonly opensInSeconds: number;
  readonly isWreath: boolean;
  /** Shells with different seeds sound slightly different. */
  readonly seed: number;
}

/**
 * The part of the picture that the page does not cover, as fractions of its width and height from the upper
 * left.
 */
export interface FreePart {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What the object in front of the visitor is, and what they can do with it. */
export interface Hint {
  readonly label: string;
  /** The key and its effect, for example `F — enter`; absent if there is no action. */
  readonly action?: string | undefined;
}

/** An object of a third-party module, for the home as text and for links. Its texts have limited lengths. */
export interface Thing {
  /** The name in links. */
  readonly name: string;
  readonly title: string;
  /** The text of its hint. */
  label(): string;
  rows(): readonly string[];
  /** Undefined if there is no action. */
  action(): { readonly text: string; run(): void } | undefined;
}

export type ResidentGesture = 'nod' | 'wave' | 'shake-head';

/** A visible movement of the resident's body. */
export type ResidentMove =
  | { readonly kind: 'point' | 'turn'; readonly place: Viewpoint }
  | { readonly kind: 'gesture'; readonly gesture: ResidentGesture };

/** A text that is spoken in the world. */
export interface SpokenText {
  readonly speaker: string;
  readonly text: string;
}

/** The values that the page and the world exchange. */
interface WorldSignals {
  readonly status: Signal.State<WorldStatus>;
  /** Whether the page has a painted start view, which stands in for a world that cannot be drawn. */
  readonly painted: Signal.State<boolean>;
  /** Whether everything that loads after the first picture is there. */
  readonly complete: Signal.State<boolean>;
  readonly quality: Signal.State<QualityLevel>;
  /** The quality level in the page's URL (`?quality=`). It overrides the settings for this visit. */
  readonly fixedQuality: Signal.State<QualityLevel | undefined>;
  /** True while the shaders of another level are compiled: meanwhile the picture has the old level. */
  readonly settling: Signal.State<boolean>;
  /**
   * The place to which the visitor is to be moved, also before the world is loaded;
   * `world/camera/viewpoints.ts` moves them. Undefined after they have arrived, or have moved or pressed Esc
   * (`stay`): an object that loads later then does not move them. A place that is not found is `nowhere` for
   * some seconds, so that the page can say so.
   */
  readonly goTo: Signal.State<Viewpoint | Spot | Nowhere | undefined>;
  /** The place in the page's URL; undefined after `data/view/url-sync.ts` has handled it. */
  readonly linked: Signal.State<Viewpoint | undefined>;
  /** Where the visitor stands, updated every half second; undefined before the first position. */
  readonly spot: Signal.State<Spot | undefined>;
  /** The viewpoint in front of which the visitor stands. */
  readonly standing: Signal.State<Viewpoint | undefined>;
  readonly hint: Signal.State<Hint | undefined>;
  /** Whether an object with a hint is in the middle of the picture. */
  readonly aimed: Signal.State<boolean>;
  /** The free part of the picture beside the open chat; undefined while the chat is closed. */
  readonly freePart: Signal.State<FreePart | undefined>;
  /** The visitor's zoom factor, from 1; `world/camera/fov-zoom.ts` applies it. */
  readonly fovZoom: Signal.State<number>;
  /**
   * Happens when the visitor chooses the resident, even if the chat is already open; `world/camera/talk.ts`
   * reads it.
   */
  readonly talk: EventSignal<true>;
  readonly things: Signal.State<readonly Thing[]>;
  /** True while the visitor controls the world (pointer lock, or focus on the canvas). */
  readonly engaged: Signal.State<boolean>;
  readonly pointer: Signal.State<PointerHold>;
  readonly stick: Signal.State<Stick | undefined>;
  /** A connected gamepad; `sticks` if the browser does not know the layout of its buttons. */
  readonly gamepad: Signal.State<'none' | 'whole' | 'sticks'>;
  /** Whether the visitor has walked far enough to know the controls. */
  readonly walked: Signal.State<boolean>;
  /** Whether the page shows the introduction of a first visit: the resident then delays its greeting. */
  readonly firstWords: Signal.State<boolean>;
  readonly reducedMotion: Signal.State<boolean>;
  /** The plain look: nothing moves or glows. It implies `reducedMotion`. */
  readonly plain: Signal.State<boolean>;
  /** The resident's actions in the world (`world-action` of the protocol). */
  readonly action: EventSignal<{ readonly action: string; readonly detail: Record<string, unknown> }>;
  /** The resident points at something, turns to it, or makes a gesture. */
  readonly residentMove: EventSignal<ResidentMove>;
  /** A flash of lightning in the clouds, with its position in metres. Thunder follows. */
  readonly lightning: EventSignal<{ readonly x: number; readonly z: number }>;
  /** The shells when they are launched; a wreath is sent once. */
  readonly shells: EventSignal<FireworkShell>;
  /** The middles of the arcs between the pylons; empty if there are no arcs or they do not move. */
  readonly arcs: Signal.State<readonly Position[]>;
  /**
   * The portal to which the visitor is to be moved; it becomes undefined in the same cases as `goTo`.
   * `world/camera/fly-to-portal.ts` moves the visitor.
   */
  readonly visit: Signal.State<PortalVisit | undefined>;
}

const createWorldSignals = (): WorldSignals => ({
  status: signal<WorldStatus>({ phase: 'waiting', progress: 0, note: '' }),
  painted: signal(false),
  complete: signal(false),
  quality: signal<QualityLevel>('lowest'),
  fixedQuality: signal<QualityLevel | undefined>(undefined),
  settling: signal(false),
  goTo: signal<Viewpoint | Spot | Nowhere | undefined>(undefined),
  linked: signal<Viewpoint | undefined>(undefined),
  spot: signal<Spot | undefined>(undefined),
  standing: signal<Viewpoint | undefined>(undefined),
  hint: signal<Hint | undefined>(undefined),
  aimed: signal(false),
  freePart: signal<FreePart | undefined>(undefined),
  fovZoom: signal(1),
  talk: event<true>(true),
  things: signal<readonly Thing[]>([]),
  engaged: signal(false),
  pointer: signal<PointerHold>('free'),
  stick: signal<Stick | undefined>(undefined),
  gamepad: signal<'none' | 'whole' | 'sticks'>('none'),
  walked: signal(false),
  firstWords: signal(false),
  reducedMotion: signal(false),
  plain: signal(false),
  action: event<{ action: string; detail: Record<string, unknown> }>({ action: '', detail: {} }),
  residentMove: event<ResidentMove>({ kind: 'gesture', gesture: 'nod' }),
  lightning: event({ x: 0, z: 0 }),
  shells: event<FireworkShell>({ x: 0, y: 0, z: 0, opensInSeconds: 0, isWreath: false, seed: 0 }),
  arcs: signal<readonly Position[]>([]),
  visit: signal<PortalVisit | undefined>(undefined),
});

export interface WorldState {
  readonly world: WorldSignals;
  /** The text for the speech bubble over the resident. */
  readonly speech: EventSignal<SpokenText>;
  /** A milestone. Detail: its reason. */
  readonly fireworks: EventSignal<string>;
  /** A merged pull request. Detail: its title. */
  readonly mergeFlash: EventSignal<string>;
  /** Sovereignty was mentioned. Detail: the text. */
  readonly sovereigntyEgg: EventSignal<string>;
}

export const createWorldState = (): WorldState => ({
  world: createWorldSignals(),
  speech: event({ speaker: '', text: '' }),
  fireworks: event(''),
  mergeFlash: event(''),
  sovereigntyEgg: event(''),
});

/** What the page shows in place of a world that cannot be drawn; undefined where there is, or will be, a world. */
export function insteadOfWorld({ world }: WorldState): 'painted' | 'text' | undefined {
  if (world.status.get().phase !== 'unavailable') return undefined;
  return world.painted.get() ? 'painted' : 'text';
}
