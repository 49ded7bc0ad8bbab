import { type Signal, signal } from '@lit-labs/signals';
import type { PortalVisit, Spot, Viewpoint } from './view/viewpoint.ts';
import type { QualityLevel } from './config/settings/quality.ts';
import { type EventSignal, event } from './core/event.ts';

export interface WorldStatus {
  readonly phase: 'waiting' | 'loading' | 'ready' | 'lost' | 'unavailable';
  /** 0 to 1: the share of the steps that are done. */
  readonly progress: number;
  /** The present step, or why there is no picture. */
  readonly note: string;
}

/** A finger on the part of the picture that walks. */
export interface Stick {
  /** Where it went down, in CSS pixels of the page. */
  readonly x: number;
  readonly y: number;
  /** How far it is pushed, −1 to 1. */
  readonly right: number;
  readonly ahead: number;
}

/**
 * The mouse. `free`: the page has it. `taken`: pointer lock, moving it looks round. `refused`: the
 * browser gives no pointer lock, and dragging looks round.
 */
type PointerHold = 'free' | 'taken' | 'refused';

/** A place in the world, in metres. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A shell of the fireworks, or the wreath of light that reduced motion shows instead. */
export interface FireworkShell extends Position {
  /** Until it opens at its position. */
  readonly opensInSeconds: number;
  readonly isWreath: boolean;
  /** Two shells with different seeds sound a little different. */
  readonly seed: number;
}

/** The part of the picture that nothing of the page covers: shares of its width and height, from the upper left. */
export interface FreePart {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What the visitor could do with the object in front of them. */
export interface Hint {
  readonly label: string;
  /** The key and what it does, as in `F — enter`; absent where there is nothing to do. */
  readonly action?: string | undefined;
}

/** An object of a third-party module, for the home as text and for links. Its texts are bounded. */
export interface Thing {
  /** For links. */
  readonly name: string;
  readonly title: string;
  /** What its hint says. */
  label(): string;
  rows(): readonly string[];
  /** Undefined while there is nothing to do. */
  action(): { readonly text: string; run(): void } | undefined;
}

export type ResidentGesture = 'nod' | 'wave' | 'shake-head';

/** What the resident does with its body for the visitor to see. */
export type ResidentMove =
  | { readonly kind: 'point' | 'turn'; readonly place: Viewpoint }
  | { readonly kind: 'gesture'; readonly gesture: ResidentGesture };

/** Words that are said in the world. */
export interface SpokenText {
  readonly speaker: string;
  readonly text: string;
}

/** The values that the page and the world exchange. */
interface WorldSignals {
  readonly status: Signal.State<WorldStatus>;
  /** Everything that arrives after the first picture is there. */
  readonly complete: Signal.State<boolean>;
  readonly quality: Signal.State<QualityLevel>;
  /** The level in the page's address (`?quality=`): it wins over the settings for this visit. */
  readonly fixedQuality: Signal.State<QualityLevel | undefined>;
  /** True while the shaders of another level are compiled: the picture is still of the old one. */
  readonly settling: Signal.State<boolean>;
  /**
   * Where the visitor is to be put, also before the world is loaded; `world/camera/viewpoints.ts` does so. Undefined
   * once they are there, or have moved or pressed Esc (`stay`): what comes later finds nothing to do.
   */
  readonly goTo: Signal.State<Viewpoint | Spot | undefined>;
  /** Where the page's address leads; undefined once `data/view/url-sync.ts` has followed it. */
  readonly linked: Signal.State<Viewpoint | undefined>;
  /** Where the visitor stands, to half a second; undefined before they have stood anywhere. */
  readonly spot: Signal.State<Spot | undefined>;
  /** The viewpoint in front of which the visitor stands. */
  readonly standing: Signal.State<Viewpoint | undefined>;
  readonly hint: Signal.State<Hint | undefined>;
  /** Something with a hint is in the middle of the picture. */
  readonly aimed: Signal.State<boolean>;
  /** Beside the open chat; undefined while it is closed. */
  readonly freePart: Signal.State<FreePart | undefined>;
  /** How much the visitor has magnified what is ahead, from 1; `world/camera/fov-zoom.ts` carries it out. */
  readonly fovZoom: Signal.State<number>;
  /** The visitor has chosen the resident, also where the chat is open; `world/camera/talk.ts` reads it. */
  readonly talk: EventSignal<true>;
  readonly things: Signal.State<readonly Thing[]>;
  /** True while the canvas has the visitor's attention (pointer locked or canvas focused). */
  readonly engaged: Signal.State<boolean>;
  readonly pointer: Signal.State<PointerHold>;
  readonly stick: Signal.State<Stick | undefined>;
  /** A connected gamepad; only its sticks where the browser does not know its buttons. */
  readonly gamepad: Signal.State<'none' | 'whole' | 'sticks'>;
  /** The visitor has walked far enough to know how. */
  readonly walked: Signal.State<boolean>;
  /** The page says what the world is, on a first visit: the resident waits with its greeting. */
  readonly firstWords: Signal.State<boolean>;
  readonly reducedMotion: Signal.State<boolean>;
  /** What the resident does in the world (the protocol's `world-action`). */
  readonly action: EventSignal<{ readonly action: string; readonly detail: Record<string, unknown> }>;
  /** The resident points at something, turns to it, or makes a gesture. */
  readonly residentMove: EventSignal<ResidentMove>;
  /** A stroke of lightning inside the clouds: where it is, in metres. The thunder follows it. */
  readonly lightning: EventSignal<{ readonly x: number; readonly z: number }>;
  /** Shells as they are launched, a wreath once. */
  readonly shells: EventSignal<FireworkShell>;
  /** The middles of the arcs between the pylons; empty without arcs, and where they do not move. */
  readonly arcs: Signal.State<readonly Position[]>;
  /** The portal to which the visitor is to be brought, until they are there, as with `goTo`; `world/camera/fly-to-portal.ts` does so. */
  readonly visit: Signal.State<PortalVisit | undefined>;
}

const createWorldSignals = (): WorldSignals => ({
  status: signal<WorldStatus>({ phase: 'waiting', progress: 0, note: '' }),
  complete: signal(false),
  quality: signal<QualityLevel>('lowest'),
  fixedQuality: signal<QualityLevel | undefined>(undefined),
  settling: signal(false),
  goTo: signal<Viewpoint | Spot | undefined>(undefined),
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
  action: event<{ action: string; detail: Record<string, unknown> }>({ action: '', detail: {} }),
  residentMove: event<ResidentMove>({ kind: 'gesture', gesture: 'nod' }),
  lightning: event({ x: 0, z: 0 }),
  shells: event<FireworkShell>({ x: 0, y: 0, z: 0, opensInSeconds: 0, isWreath: false, seed: 0 }),
  arcs: signal<readonly Position[]>([]),
  visit: signal<PortalVisit | undefined>(undefined),
});

export interface WorldState {
  readonly world: WorldSignals;
  /** For the bubble over the resident. */
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
