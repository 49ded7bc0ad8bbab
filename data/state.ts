import type { Arrival } from './travel/arrival.ts';
import { type ChatState, createChatState } from './chat/chat.ts';
import { type Clip, type ClipOrder, noClip } from './time-lapse/clip.ts';
import { type Config, type ConfigProblem, defaultConfig } from './config/config.ts';
import { type Derived, derive } from './derived.ts';
import { type Narrated, type NarrationCommand, quietNarration } from './speech/narration.ts';
import type { Offer } from './view/offer.ts';
import { type Photo, type PhotoProgress, type PhotoScreen, type PhotoSize, focusOn } from './photo/photo.ts';
import { type Reading, loading } from './readings/reading.ts';
import type {
  AdapterRecord,
  AgentRecord,
  Commit,
  FeedEvent,
  MergedPull,
  PortalHealth,
  PortalProblem,
  PortalRecord,
  RelayStatus,
  Sovereignty,
  VisionPoint,
  Weather,
} from './readings/records.ts';
import type { LogEntry } from './chat/session-log.ts';
import { type Settings, type SettingsNote, defaultSettings } from './config/settings/settings.ts';
import { type EventSignal, event } from './core/event.ts';
import { type Signal, signal } from './core/signal.ts';
import { type AudioStatus, silence } from './config/settings/audio.ts';
import { sourceNames } from './readings/labels.ts';
import type { AskedMoment, LapseRun, LapseSpeed, ShownMoment } from './time-lapse/time-lapse.ts';
import { type View, firstView } from './view/view.ts';
import { type WorldState, createWorldState } from './world-state.ts';

/** What each reading holds. A new one has its name in `source-names.ts`, its file in `data/readings/sources/` and its words in `wording.ts`. */
export interface ReadingValues {
  /** The latest 50, and on the world's page all of the last days, in the code host's order: not sorted by author date. */
  readonly commits: readonly Commit[];
  readonly merged: readonly MergedPull[];
  readonly agentStatus: readonly AgentRecord[];
  readonly sovereignty: Sovereignty;
  readonly portalRecords: readonly PortalRecord[];
  readonly portalHealth: readonly PortalHealth[];
  readonly weather: Weather;
  readonly blockHeight: number;
  readonly adapters: readonly AdapterRecord[];
  readonly vision: readonly VisionPoint[];
  /** The oath, as Markdown. */
  readonly soul: string;
}

export type Readings = {
  readonly [Name in keyof ReadingValues]: Signal<Reading<ReadingValues[Name]>>;
};

export interface BridgeStatus {
  readonly state: 'off' | 'connecting' | 'open' | 'waiting';
  readonly cause?: string | undefined;
}

export interface ResidentInfo {
  readonly name: string;
  /** Whether a model answers; without one the embedded resident does, and says so. */
  readonly attached: boolean;
  readonly note: string;
}

/** What somebody in the world says. */
export interface SpokenText {
  readonly speaker: string;
  readonly text: string;
}

/** Through this portal, to this address. */
export interface Travel {
  readonly portalId: string;
  readonly href: string;
}

export interface State extends Narrated {
  /** Where this home is served, with a trailing slash: every relative file is resolved against it. */
  readonly base: string;
  readonly config: Signal<Config>;
  readonly configProblems: Signal<readonly ConfigProblem[]>;
  /** The home serves another build than the one this page began with. */
  readonly newBuild: Signal<boolean>;
  /** Parts of the page that could not be loaded, as a notice names them. */
  readonly missingParts: Signal<readonly string[]>;
  /** Records of `portals.json` that were refused, with the reason. */
  readonly portalProblems: Signal<readonly PortalProblem[]>;
  /** The same of `vision.json`, and of `adapters.json` by name. */
  readonly visionProblems: Signal<readonly PortalProblem[]>;
  readonly adapterProblems: Signal<readonly PortalProblem[]>;
  /**
   * From when on `readings.commits` has every commit, in milliseconds since the epoch: 0 where it has all there are, undefined where the
   * code host does not say. `derived.shownSince` is the same of the moment that a time-lapse shows.
   */
  readonly commitsKnownSince: Signal<number | undefined>;
  /** Set when the visitor came through a portal of another world. */
  readonly arrival: Signal<Arrival | undefined>;
  /** Milliseconds since the epoch, set once a second: ages are computed from it. */
  readonly now: Signal<number>;
  readonly online: Signal<boolean>;
  readonly readings: Readings;
  readonly derived: Derived;
  readonly relay: {
    /** Newest first, at most 50. */
    readonly events: Signal<readonly FeedEvent[]>;
    readonly relays: Signal<readonly RelayStatus[]>;
    /** Milliseconds since the epoch; 0 before the first event. */
    readonly lastEventTime: Signal<number>;
  };
  readonly bridge: Signal<BridgeStatus>;
  readonly resident: Signal<ResidentInfo>;
  readonly chat: ChatState;
  readonly log: Signal<readonly LogEntry[]>;
  /** Milliseconds since the epoch. */
  readonly sessionStart: number;
  /** Who speaks and what they say, for the bubble over the resident. */
  readonly speech: EventSignal<SpokenText>;
  readonly fireworks: EventSignal<string>;
  readonly mergeFlash: EventSignal<string>;
  readonly sovereigntyEgg: EventSignal<string>;
  /** Detail: satoshis, 0 where the invoice names none. */
  readonly zap: EventSignal<number>;
  /** What the visitor is doing with the world; changed by `dispatchView` alone. */
  readonly view: Signal<View>;
  readonly settings: Signal<Settings>;
  readonly settingsNote: Signal<SettingsNote>;
  readonly audio: {
    /** Set by the header's button, or by the first touch of a visitor who had sound on the last time. */
    readonly enabled: Signal<boolean>;
    /** Somebody speaks: what sounds meanwhile steps back. */
    readonly speech: Signal<boolean>;
    /** Set by the sound itself. */
    readonly status: Signal<AudioStatus>;
  };
  readonly world: WorldState;
  /** Specification 3.4; `data/time-lapse/time-lapse-run.ts` runs it while the view is in it. */
  readonly timeLapse: {
    /** Set by who wants another day or a moment; taken up while the view is a time-lapse. */
    readonly asked: Signal<AskedMoment | undefined>;
    /** What is replayed; undefined outside the mode, and while no commits have been read. */
    readonly run: Signal<LapseRun | undefined>;
    /** 0 to 1. Runs by itself while playing, and may be set at any time. */
    readonly progress: Signal<number>;
    readonly playing: Signal<boolean>;
    readonly speed: Signal<LapseSpeed>;
    /** For the HUD: the virtual time in milliseconds since the epoch, in steps that can be read. */
    readonly clock: Signal<number>;
    /** What the world shows; undefined while it shows the present. */
    readonly shown: Signal<ShownMoment | undefined>;
    readonly clip: Signal<Clip>;
    readonly clipOrder: EventSignal<ClipOrder>;
  };
  /** Commits whose virtual time has just passed in the time-lapse, oldest first: at most three times a second, together. */
  readonly commitFired: EventSignal<readonly Commit[]>;
  readonly photo: {
    /** Metres before the eye: where the lens of the photo mode is sharp. */
    readonly focus: Signal<number>;
    readonly size: Signal<PhotoSize>;
    /** Set by the world. */
    readonly screen: Signal<PhotoScreen>;
    /** The shutter; detail: milliseconds since the epoch. */
    readonly take: EventSignal<number>;
    readonly progress: Signal<PhotoProgress>;
    /** A picture, until it has been handed to the visitor. */
    readonly taken: Signal<Photo | undefined>;
  };
  readonly warp: {
    /** 0 to 1 on the way through a portal, and 0 otherwise (specification 3.3). */
    readonly progress: Signal<number>;
  };
  /** What the resident would show the visitor, until they take it up or it is withdrawn. */
  readonly offer: Signal<Offer | undefined>;
  /** Somebody goes through a portal: `data/travel/travel.ts` takes them there. */
  readonly travel: EventSignal<Travel>;
  readonly debug: Signal<boolean>;
  readonly panels: {
    readonly feed: Signal<boolean>;
    readonly log: Signal<boolean>;
    readonly directory: Signal<boolean>;
    readonly settings: Signal<boolean>;
    readonly help: Signal<boolean>;
  };
}

/** From the start view to the middle of the platform. */
const FIRST_FOCUS_METRES = 17;

/** A signal for each reading, waiting for its first answer. */
const waitingReadings = (config: Config): Readings =>
  Object.fromEntries(
    Object.entries(sourceNames(config)).map(([name, source]) => [name, signal(loading(source))]),
  ) as unknown as Readings;

/** The whole state of one home. A page has one; a widget outside a page makes its own from its `src`. */
export function createState(
  config: Config = defaultConfig,
  options: { base?: string; now?: number; problems?: readonly ConfigProblem[] } = {},
): State {
  const { base = 'http://localhost/', now: startedAt = Date.now(), problems = [] } = options;
  const given: Omit<State, 'derived'> = {
    base,
    config: signal(config),
    configProblems: signal(problems),
    newBuild: signal(false),
    missingParts: signal<readonly string[]>([]),
    portalProblems: signal<readonly PortalProblem[]>([]),
    visionProblems: signal<readonly PortalProblem[]>([]),
    adapterProblems: signal<readonly PortalProblem[]>([]),
    commitsKnownSince: signal<number | undefined>(undefined),
    arrival: signal<Arrival | undefined>(undefined),
    now: signal(startedAt),
    online: signal(true),
    readings: waitingReadings(config),
    relay: {
      events: signal<readonly FeedEvent[]>([]),
      relays: signal<readonly RelayStatus[]>([]),
      lastEventTime: signal(0),
    },
    bridge: signal<BridgeStatus>({ state: 'off' }),
    resident: signal<ResidentInfo>({ name: config.resident.name, attached: false, note: '' }),
    chat: createChatState(),
    log: signal<readonly LogEntry[]>([]),
    sessionStart: startedAt,
    speech: event({ speaker: '', text: '' }),
    fireworks: event(''),
    mergeFlash: event(''),
    sovereigntyEgg: event(''),
    zap: event(0),
    view: signal(firstView),
    settings: signal(defaultSettings),
    settingsNote: signal<SettingsNote>({ kept: true, undone: '' }),
    audio: { enabled: signal(false), speech: signal(false), status: signal(silence) },
    narration: signal(quietNarration),
    narrate: event<NarrationCommand>({ kind: 'stop' }),
    world: createWorldState(),
    timeLapse: {
      asked: signal<AskedMoment | undefined>(undefined),
      run: signal<LapseRun | undefined>(undefined),
      progress: signal(0),
      playing: signal(false),
      speed: signal<LapseSpeed>(1),
      clock: signal(0),
      shown: signal<ShownMoment | undefined>(undefined),
      clip: signal<Clip>(noClip),
      clipOrder: event<ClipOrder>('dismiss'),
    },
    commitFired: event<readonly Commit[]>([]),
    photo: {
      focus: signal(focusOn(FIRST_FOCUS_METRES)),
      size: signal<PhotoSize>(1),
      screen: signal<PhotoScreen>({ width: 0, height: 0, longest: 0 }),
      take: event(0),
      progress: signal<PhotoProgress>({ phase: 'idle' }),
      taken: signal<Photo | undefined>(undefined),
    },
    warp: { progress: signal(0) },
    offer: signal<Offer | undefined>(undefined),
    travel: event({ portalId: '', href: '' }),
    debug: signal(false),
    panels: {
      feed: signal(true),
      log: signal(false),
      directory: signal(false),
      settings: signal(false),
      help: signal(false),
    },
  };
  return { ...given, derived: derive(given) };
}
