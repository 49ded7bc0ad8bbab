import { agentActivity } from './activity.ts';
import { type Config, type ConfigProblem, defaultConfig } from './config.ts';
import { type Reading, loading, mapReading } from './reading.ts';
import type {
  AdapterRecord,
  AgentActivity,
  AgentRecord,
  Commit,
  FeedEvent,
  MergedPull,
  Portal,
  PortalHealth,
  PortalRecord,
  RelayStatus,
  Sovereignty,
  VisionPoint,
  Weather,
} from './records.ts';
import { type OneOff, type Readable, type Signal, computed, signal } from './signal.ts';
import type { Offer } from './offer.ts';
import { type Photo, type PhotoProgress, type PhotoScreen, type PhotoSize, focusOn } from './photo.ts';
import { joinPortals } from './portals.ts';
import { type Narrated, type NarrationCommand, quietNarration } from './narration.ts';
import { oathOverlay } from './readouts.ts';
import { type Settings, defaultSettings } from './settings.ts';
import { type SoundStatus, silence } from './sound.ts';
import type { Landmark } from './landmark.ts';
import { type Clip, type ClipOrder, noClip } from './clip.ts';
import type { AskedMoment, LapseRun, LapseSpeed, ShownMoment } from './time-lapse.ts';
import { type View, firstView } from './view.ts';

/** One line of the conversation, as the chat shows it. */
export interface ChatEntry {
  readonly id: string;
  readonly role: 'visitor' | 'resident';
  readonly speaker: string;
  readonly text: string;
  readonly ts: number;
  /** `sending`: not yet confirmed; `streaming`: the answer grows; the rest as the protocol's `end`. */
  readonly status: 'sending' | 'streaming' | 'complete' | 'stopped' | 'failed';
  /** Why it failed, in plain words. */
  readonly cause?: string | undefined;
}

/** One entry of the session log (specification 2.6). */
export interface LogEntry {
  readonly ts: number;
  readonly speaker: string;
  readonly text: string;
}

export interface BridgeStatus {
  readonly state: 'off' | 'connecting' | 'open' | 'waiting';
  readonly cause?: string | undefined;
}

/** How a visitor came in from another world (the web-game portal convention); all of it is checked, none of it is proven. */
export interface Arrival {
  /** Where they came from, as an http(s) URL; absent when they did not say. */
  readonly ref?: string | undefined;
  readonly username?: string | undefined;
  /** `#rrggbb` */
  readonly color?: string | undefined;
}

/** A record of `portals.json` or `vision.json` that was refused, alone: the others stay. */
export interface PortalProblem {
  /** The record's id, or its place in the list where it has none. */
  readonly portal: string;
  readonly reason: string;
}

export interface ResidentInfo {
  readonly name: string;
  /** Whether a model answers; without one the embedded resident does, and says so. */
  readonly attached: boolean;
  readonly note: string;
}

export const qualityLevels = ['lowest', 'low', 'middle', 'highest'] as const;
export type QualityLevel = (typeof qualityLevels)[number];

/** What is to be said about keeping the settings. */
export interface SettingsNote {
  /** False where the browser keeps nothing: they hold until the page is closed. */
  readonly kept: boolean;
  /** Why settings of the picture were taken back, in plain words; empty when none were. */
  readonly undone: string;
}

export interface WorldStatus {
  readonly phase: 'waiting' | 'loading' | 'ready' | 'lost' | 'unavailable';
  /** 0 to 1, of steps really done. */
  readonly progress: number;
  /** What is being done, or why there is no picture. */
  readonly note: string;
}

/** A thumb on the walking part of the picture. */
export interface Stick {
  /** Where it went down, in CSS pixels of the page. */
  readonly x: number;
  readonly y: number;
  /** How far it is pushed, −1 to 1. */
  readonly right: number;
  readonly ahead: number;
}

/** The mouse: the visitor's own, taken by the picture so that moving it looks round, or kept by the browser, so that dragging does. */
export type PointerHold = 'free' | 'taken' | 'refused';

/** What the visitor could do with the object in front of them. */
export interface Hint {
  readonly label: string;
  /** The key and what it does, as in `F — enter`; absent where there is nothing to do. */
  readonly action?: string | undefined;
}

/** How the visitor gets to stand before a portal: by a flight they asked for, or coming out of it. What a link names is `goTo`. */
export interface Visit {
  readonly portalId: string;
  readonly manner: 'flight' | 'return';
}

/** A text that is read in the world. */
export interface Readout {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Where it comes from, and what is wrong with that, as in `soul.md`. */
  readonly source: string;
  /**
   * Where it stands in the world, in metres: who walks away from there has read it. Absent when it was opened from the home as text.
   */
  readonly at?: { readonly x: number; readonly z: number };
}

export interface State extends Narrated {
  /** Where this home is served, with a trailing slash: every relative file is resolved against it. */
  readonly base: string;
  readonly config: Signal<Config>;
  readonly configProblems: Signal<readonly ConfigProblem[]>;
  /** Records of `portals.json` that were refused, with the reason. */
  readonly portalProblems: Signal<readonly PortalProblem[]>;
  /** The same of `vision.json`. */
  readonly visionProblems: Signal<readonly PortalProblem[]>;
  /** Set when the visitor came through a portal of another world. */
  readonly arrival: Signal<Arrival | undefined>;
  /** Milliseconds since the epoch, set once a second: ages are computed from it. */
  readonly now: Signal<number>;
  readonly online: Signal<boolean>;
  readonly readings: {
    /** The latest 50, in the code host's order: not sorted by author date. */
    readonly commits: Signal<Reading<readonly Commit[]>>;
    readonly merged: Signal<Reading<readonly MergedPull[]>>;
    readonly agentStatus: Signal<Reading<readonly AgentRecord[]>>;
    readonly sovereignty: Signal<Reading<Sovereignty>>;
    readonly portalRecords: Signal<Reading<readonly PortalRecord[]>>;
    readonly portalHealth: Signal<Reading<readonly PortalHealth[]>>;
    readonly weather: Signal<Reading<Weather>>;
    readonly blockHeight: Signal<Reading<number>>;
    readonly adapters: Signal<Reading<readonly AdapterRecord[]>>;
    readonly vision: Signal<Reading<readonly VisionPoint[]>>;
    /** The oath, as Markdown. */
    readonly soul: Signal<Reading<string>>;
  };
  readonly derived: {
    /** Spec 3.1, for the configured agents and those of the agent status file. */
    readonly agents: Readable<Reading<readonly AgentActivity[]>>;
    /** The newest five. */
    readonly lastCommits: Readable<Reading<readonly Commit[]>>;
    readonly portals: Readable<Reading<readonly Portal[]>>;
    /** What the visitor reads just now: a vision point, or the oath. */
    readonly readout: Readable<Readout | undefined>;
    /**
     * What the world shows of the commits: the readings themselves, and during a time-lapse those of its moment. Whatever draws commits,
     * or what follows from them, looks here, and at `shownNow` for their ages.
     */
    readonly shownCommits: Readable<Reading<readonly Commit[]>>;
    readonly shownAgents: Readable<Reading<readonly AgentActivity[]>>;
    /** The newest five. */
    readonly shownLastCommits: Readable<Reading<readonly Commit[]>>;
    /** Milliseconds since the epoch. */
    readonly shownNow: Readable<number>;
    /** From when on `shownCommits` are all there were; undefined where that is as the list itself says. */
    readonly shownSince: Readable<number | undefined>;
    /** Any relay open. */
    readonly relayConnected: Readable<boolean>;
    readonly relayRejected: Readable<number>;
  };
  readonly relay: {
    /** Newest first, at most 50. */
    readonly events: Signal<readonly FeedEvent[]>;
    readonly relays: Signal<readonly RelayStatus[]>;
    /** Milliseconds since the epoch; 0 before the first event. */
    readonly lastEventTime: Signal<number>;
  };
  readonly bridge: Signal<BridgeStatus>;
  readonly resident: Signal<ResidentInfo>;
  readonly chat: {
    readonly entries: Signal<readonly ChatEntry[]>;
    /** Set by the chat element; the bridge client sends it and counts on. */
    readonly outgoing: Signal<OneOff<string>>;
    /** Set by the stop button. */
    readonly stop: Signal<OneOff<string>>;
    /** The last refusal, in plain words with the fix; empty when all is well. */
    readonly problem: Signal<string>;
    readonly open: Signal<boolean>;
  };
  readonly log: Signal<readonly LogEntry[]>;
  /** Milliseconds since the epoch. */
  readonly sessionStart: number;
  /** One-offs: compare the count with the one last seen. */
  readonly speech: Signal<OneOff<{ readonly speaker: string; readonly text: string }>>;
  readonly fireworks: Signal<OneOff<string>>;
  readonly mergeFlash: Signal<OneOff<string>>;
  readonly sovereigntyEgg: Signal<OneOff<string>>;
  /** Detail: satoshis, 0 where the invoice names none. */
  readonly zap: Signal<OneOff<number>>;
  /** What the visitor is doing with the world; changed by `turnView` alone. */
  readonly view: Signal<View>;
  readonly settings: Signal<Settings>;
  readonly settingsNote: Signal<SettingsNote>;
  readonly audio: {
    /** Set by the header's button, or by the first touch of a visitor who had sound on the last time. */
    readonly enabled: Signal<boolean>;
    /** Somebody speaks: what sounds meanwhile steps back. */
    readonly speech: Signal<boolean>;
    /** Set by the sound itself. */
    readonly status: Signal<SoundStatus>;
  };
  readonly world: {
    readonly status: Signal<WorldStatus>;
    readonly quality: Signal<QualityLevel>;
    /** The level that the page's address asks for (`?quality=`): it wins over the settings for this visit. */
    readonly fixedQuality: Signal<QualityLevel | undefined>;
    /** True while a level is wanted whose shaders are still being compiled: what is seen is not it yet. */
    readonly settling: Signal<boolean>;
    /** Stand the visitor before this: a link, a list or the resident asks for it; `world/views/landmarks.ts` does it. */
    readonly goTo: Signal<OneOff<Landmark | undefined>>;
    /** What the visitor stands before. */
    readonly standing: Signal<Landmark | undefined>;
    readonly hint: Signal<Hint | undefined>;
    /** True while the canvas has the visitor's attention (pointer locked or canvas focused). */
    readonly engaged: Signal<boolean>;
    readonly pointer: Signal<PointerHold>;
    readonly stick: Signal<Stick | undefined>;
    /** A gamepad that is heard: whole, or only its sticks where the browser does not know its buttons. */
    readonly gamepad: Signal<'none' | 'whole' | 'sticks'>;
    readonly reducedMotion: Signal<boolean>;
    /** What the resident does in the world (the protocol's `world-action`). */
    readonly action: Signal<OneOff<{ readonly action: string; readonly detail: Record<string, unknown> }>>;
    /** The visitor is to stand before this portal. */
    readonly visit: Signal<OneOff<Visit>>;
  };
  /** Specification 3.4; `data/time-lapse-run.ts` runs it while the view is in it. */
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
    readonly clipOrder: Signal<OneOff<ClipOrder>>;
  };
  /** Commits whose virtual time has just passed in the time-lapse, oldest first: at most three times a second, together. */
  readonly commitFired: Signal<OneOff<readonly Commit[]>>;
  readonly photo: {
    /** Metres before the eye: where the lens of the photo mode is sharp. */
    readonly focus: Signal<number>;
    readonly size: Signal<PhotoSize>;
    /** Set by the world. */
    readonly screen: Signal<PhotoScreen>;
    /** The shutter; detail: milliseconds since the epoch. */
    readonly take: Signal<OneOff<number>>;
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
  /** Somebody goes through a portal: `data/travel.ts` takes them there. */
  readonly travel: Signal<OneOff<{ readonly portalId: string; readonly href: string }>>;
  readonly debug: Signal<boolean>;
  readonly panels: {
    readonly feed: Signal<boolean>;
    readonly log: Signal<boolean>;
    readonly directory: Signal<boolean>;
    readonly settings: Signal<boolean>;
    readonly help: Signal<boolean>;
  };
}

const hostOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return 'this home';
  }
};

/** What each reading calls its origin, for feet of panels, tooltips and the resident's answers. */
export const sourceNames = (config: Config) => ({
  commits: `${config.codeHost.owner}/${config.codeHost.repo}, ${hostOf(config.codeHost.url)}`,
  agentStatus: 'agent-status.json',
  sovereignty: 'sovereignty-status.json',
  portals: 'portals.json',
  portalHealth: 'portal health checks',
  weather: hostOf(config.weather.url),
  blockHeight: hostOf(config.chain.url),
  adapters: 'adapters.json',
  vision: 'vision.json',
  soul: 'soul.md',
});

const once = <T>(detail: T): Signal<OneOff<T>> => signal<OneOff<T>>({ count: 0, detail });

const MINUTE_MS = 60_000;
/** From the start view to the middle of the platform. */
const FIRST_FOCUS_METRES = 17;

/** The text of a view that is one; the oath's follows its file. */
function readoutOf(view: View, soul: Readable<Reading<string>>, now: Readable<number>): Readout | undefined {
  if (view.mode === 'reading') return view.readout;
  return view.mode === 'oath' ? oathOverlay(soul.get(), now.get()) : undefined;
}

/** The oath is put together anew each minute, and says the same as before: who reads it is left alone. */
const sameReadout = (one: Readout | undefined, other: Readout | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.at === other.at &&
    one.title === other.title &&
    one.text === other.text &&
    one.source === other.source);

const newestFive = (reading: Reading<readonly Commit[]>): Reading<readonly Commit[]> =>
  mapReading(reading, (commits) => commits.slice(0, 5));

/** Of the agent status file, what does not hold for today alone: whom there is. */
const withoutToday = (records: readonly AgentRecord[]): readonly AgentRecord[] =>
  records.map(({ name }) => ({ name, status: 'idle', issue: null, prs_today: null }));

/** The whole state of one home. A page has one; a widget outside a page makes its own from its `src`. */
export function createState(
  config: Config = defaultConfig,
  options: { base?: string; now?: number; problems?: readonly ConfigProblem[] } = {},
): State {
  const { base = 'http://localhost/', now: startedAt = Date.now(), problems = [] } = options;
  const names = sourceNames(config);
  const configSignal = signal(config);
  const now = signal(startedAt);
  // What an agent does changes with the hours: each second would compute it sixty times too often.
  const minute = computed(() => Math.floor(now.get() / MINUTE_MS) * MINUTE_MS);
  const readings: State['readings'] = {
    commits: signal(loading(names.commits)),
    merged: signal(loading(names.commits)),
    agentStatus: signal(loading(names.agentStatus)),
    sovereignty: signal(loading(names.sovereignty)),
    portalRecords: signal(loading(names.portals)),
    portalHealth: signal(loading(names.portalHealth)),
    weather: signal(loading(names.weather)),
    blockHeight: signal(loading(names.blockHeight)),
    adapters: signal(loading(names.adapters)),
    vision: signal(loading(names.vision)),
    soul: signal(loading(names.soul)),
  };
  const relay: State['relay'] = {
    events: signal<readonly FeedEvent[]>([]),
    relays: signal<readonly RelayStatus[]>([]),
    lastEventTime: signal(0),
  };
  const view = signal(firstView);
  const shownMoment = signal<ShownMoment | undefined>(undefined);
  const agents = computed(() =>
    agentActivity(
      configSignal.get().codeHost.agents,
      readings.commits.get(),
      readings.agentStatus.get(),
      minute.get(),
    ),
  );
  const lastCommits = computed(() => newestFive(readings.commits.get()));
  return {
    base,
    config: configSignal,
    configProblems: signal(problems),
    portalProblems: signal<readonly PortalProblem[]>([]),
    visionProblems: signal<readonly PortalProblem[]>([]),
    arrival: signal<Arrival | undefined>(undefined),
    now,
    online: signal(true),
    readings,
    derived: {
      agents,
      lastCommits,
      portals: computed(() => joinPortals(readings.portalRecords.get(), readings.portalHealth.get(), base)),
      readout: computed(() => readoutOf(view.get(), readings.soul, minute), sameReadout),
      shownCommits: computed(() => shownMoment.get()?.commits ?? readings.commits.get()),
      shownAgents: computed(() => {
        const moment = shownMoment.get();
        if (!moment) return agents.get();
        const named = mapReading(readings.agentStatus.get(), withoutToday);
        return agentActivity(configSignal.get().codeHost.agents, moment.commits, named, moment.now);
      }),
      shownLastCommits: computed(() => {
        const moment = shownMoment.get();
        return moment ? newestFive(moment.commits) : lastCommits.get();
      }),
      shownNow: computed(() => shownMoment.get()?.now ?? now.get()),
      shownSince: computed(() => shownMoment.get()?.knownSince),
      relayConnected: computed(() => relay.relays.get().some(({ state }) => state === 'open')),
      relayRejected: computed(() => relay.relays.get().reduce((sum, { rejected }) => sum + rejected, 0)),
    },
    relay,
    bridge: signal<BridgeStatus>({ state: 'off' }),
    resident: signal<ResidentInfo>({ name: config.resident.name, attached: false, note: '' }),
    chat: {
      entries: signal<readonly ChatEntry[]>([]),
      outgoing: once(''),
      stop: once(''),
      problem: signal(''),
      open: signal(false),
    },
    log: signal<readonly LogEntry[]>([]),
    sessionStart: startedAt,
    speech: once({ speaker: '', text: '' }),
    fireworks: once(''),
    mergeFlash: once(''),
    sovereigntyEgg: once(''),
    zap: once(0),
    view,
    settings: signal(defaultSettings),
    settingsNote: signal<SettingsNote>({ kept: true, undone: '' }),
    audio: { enabled: signal(false), speech: signal(false), status: signal(silence) },
    narration: signal(quietNarration),
    narrate: once<NarrationCommand>({ kind: 'stop' }),
    world: {
      status: signal<WorldStatus>({ phase: 'waiting', progress: 0, note: '' }),
      quality: signal<QualityLevel>('lowest'),
      fixedQuality: signal<QualityLevel | undefined>(undefined),
      settling: signal(false),
      goTo: once<Landmark | undefined>(undefined),
      standing: signal<Landmark | undefined>(undefined),
      hint: signal<Hint | undefined>(undefined),
      engaged: signal(false),
      pointer: signal<PointerHold>('free'),
      stick: signal<Stick | undefined>(undefined),
      gamepad: signal<'none' | 'whole' | 'sticks'>('none'),
      reducedMotion: signal(false),
      action: once<{ action: string; detail: Record<string, unknown> }>({ action: '', detail: {} }),
      visit: once<Visit>({ portalId: '', manner: 'return' }),
    },
    timeLapse: {
      asked: signal<AskedMoment | undefined>(undefined),
      run: signal<LapseRun | undefined>(undefined),
      progress: signal(0),
      playing: signal(false),
      speed: signal<LapseSpeed>(1),
      clock: signal(0),
      shown: shownMoment,
      clip: signal<Clip>(noClip),
      clipOrder: once<ClipOrder>('dismiss'),
    },
    commitFired: once<readonly Commit[]>([]),
    photo: {
      focus: signal(focusOn(FIRST_FOCUS_METRES)),
      size: signal<PhotoSize>(1),
      screen: signal<PhotoScreen>({ width: 0, height: 0, longest: 0 }),
      take: once(0),
      progress: signal<PhotoProgress>({ phase: 'idle' }),
      taken: signal<Photo | undefined>(undefined),
    },
    warp: { progress: signal(0) },
    offer: signal<Offer | undefined>(undefined),
    travel: once({ portalId: '', href: '' }),
    debug: signal(false),
    panels: {
      feed: signal(true),
      log: signal(false),
      directory: signal(false),
      settings: signal(false),
      help: signal(false),
    },
  };
}
