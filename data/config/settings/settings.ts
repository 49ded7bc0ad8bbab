import { type Signal, signal } from '@lit-labs/signals';
import { qualityLevels } from '../../world-state.ts';

/** The audio buses (specification 6.4); each has a slider. */
export const buses = ['master', 'ambient', 'portals', 'effects', 'voice'] as const;
export type Bus = (typeof buses)[number];

export const LOOK_SPEED = { min: 0.25, max: 3 } as const;
export const FIELD_OF_VIEW = { min: 45, max: 90 } as const;
export const RESOLUTION = { min: 0.5, max: 1 } as const;

/** The maximum length of a visitor's name that the home accepts. Characters. */
export const MAX_VISITOR_NAME = 24;

export const qualityChoices = ['auto', ...qualityLevels] as const;
export const motionChoices = ['system', 'reduced', 'full'] as const;

/**
 * The visitor's settings, stored in the browser (`settings-store.ts`) and validated when read
 * (`settings-schema.ts`).
 */
export interface Settings {
  /** `auto`: the governor chooses. */
  readonly quality: (typeof qualityChoices)[number];
  /** The edge length of the picture in pixels, as a fraction of what the quality level would draw. */
  readonly resolution: number;
  /** Bloom, depth of field and moving particles. */
  readonly effects: boolean;
  /** The vertical field of view in degrees, for a square or wide window; it is larger in a tall window. */
  readonly fieldOfView: number;
  /** A factor for the speed of looking around. */
  readonly lookSpeed: number;
  readonly invertLook: boolean;
  /** Whether the resident may act in the world, and offer actions. */
  readonly acting: boolean;
  /** Whether other visitors see this visitor as a light. */
  readonly showMe: boolean;
  /** Whether this visitor sees the others. */
  readonly showOthers: boolean;
  /** The name that other visitors read beside the light; empty for no name. */
  readonly visitorName: string;
  /** Whether opening the chat moves the visitor to the resident. */
  readonly comeCloser: boolean;
  /** 0 to 1 for each bus. */
  readonly volume: Readonly<Record<Bus, number>>;
  /** Whether the sound starts with the first gesture of the visitor. */
  readonly sound: boolean;
  /** `system`: as the operating system's setting. */
  readonly motion: (typeof motionChoices)[number];
  /** The plain look: without motion and glow. */
  readonly plain: boolean;
  /** Shows captions for spoken words. */
  readonly captions: boolean;
  /** Enables single-key shortcuts. */
  readonly shortcuts: boolean;
  /** The repository of a home with several, as `owner/name`; empty for all. */
  readonly repository: string;
}

/** The state of the stored settings, for notices. */
export interface SettingsNote {
  /** False if the browser cannot store the settings: then they last until the page is closed. */
  readonly saved: boolean;
  /** Why picture settings were reverted, in plain words; empty if they were not. */
  readonly reverted: string;
}

export const defaultSettings: Settings = {
  quality: 'auto',
  resolution: 1,
  effects: true,
  fieldOfView: 60,
  lookSpeed: 1,
  invertLook: false,
  acting: true,
  showMe: true,
  showOthers: true,
  visitorName: '',
  comeCloser: true,
  volume: { master: 0.8, ambient: 0.7, portals: 0.7, effects: 0.8, voice: 1 },
  sound: false,
  motion: 'system',
  plain: false,
  captions: true,
  shortcuts: true,
  repository: '',
};

export interface SettingsState {
  readonly settings: Signal.State<Settings>;
  readonly settingsNote: Signal.State<SettingsNote>;
}

export const createSettingsState = (): SettingsState => ({
  settings: signal(defaultSettings),
  settingsNote: signal<SettingsNote>({ saved: true, reverted: '' }),
});

/** Changes some of the settings. Does nothing if all values are the same. */
export function changeSettings(
  { settings }: Pick<SettingsState, 'settings'>,
  change: Partial<Settings>,
): void {
  const before = settings.get();
  const names = Object.keys(change) as (keyof Settings)[];
  if (names.some((name) => before[name] !== change[name])) settings.set({ ...before, ...change });
}
