import { type Signal, signal } from '@lit-labs/signals';
import { qualityLevels } from './quality.ts';

/** The sound's buses (specification 6.4): what each slider moves. */
export const buses = ['master', 'ambient', 'portals', 'effects', 'voice'] as const;
export type Bus = (typeof buses)[number];

export const LOOK_SPEED = { min: 0.25, max: 3 } as const;
export const FIELD_OF_VIEW = { min: 45, max: 90 } as const;
export const RESOLUTION = { min: 0.5, max: 1 } as const;

/** Characters of the name that a visitor may choose, as the home takes it. */
export const MAX_VISITOR_NAME = 24;

export const qualityChoices = ['auto', ...qualityLevels] as const;
export const motionChoices = ['system', 'reduced', 'full'] as const;

/**
 * What visitors may set for themselves. Kept in their browser (`settings-store.ts`) and checked
 * when read (`settings-schema.ts`).
 */
export interface Settings {
  /** `auto`: the governor chooses. */
  readonly quality: (typeof qualityChoices)[number];
  /** Share of the pixels' edge length that the quality level would draw. */
  readonly resolution: number;
  /** Bloom, depth of field and moving particles. */
  readonly effects: boolean;
  /** Degrees, of a window as high as the start view's. */
  readonly fieldOfView: number;
  /** Factor of the speed of looking around. */
  readonly lookSpeed: number;
  readonly invertLook: boolean;
  /** The resident may do things in the world and offer them. */
  readonly acting: boolean;
  /** Other visitors see this one as a light. */
  readonly showMe: boolean;
  /** This visitor sees the others. */
  readonly showOthers: boolean;
  /** What others read beside the light; empty for no name. */
  readonly visitorName: string;
  /** Opening the chat brings the visitor to the resident. */
  readonly comeCloser: boolean;
  /** 0 to 1 each. */
  readonly volume: Readonly<Record<Bus, number>>;
  /** Whether the sound starts with the first gesture of the visitor. */
  readonly sound: boolean;
  /** `system`: as the visitor's system asks. */
  readonly motion: (typeof motionChoices)[number];
  /** Captions for spoken words. */
  readonly captions: boolean;
  /** Single keys as commands. */
  readonly shortcuts: boolean;
}

/** What the page says about keeping the settings. */
export interface SettingsNote {
  /** False where the browser cannot save them: they last until the page is closed. */
  readonly saved: boolean;
  /** Why settings of the picture were taken back, in plain words; empty when none were. */
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
  captions: true,
  shortcuts: true,
};

export interface SettingsState {
  readonly settings: Signal.State<Settings>;
  readonly settingsNote: Signal.State<SettingsNote>;
}

export const createSettingsState = (): SettingsState => ({
  settings: signal(defaultSettings),
  settingsNote: signal<SettingsNote>({ saved: true, reverted: '' }),
});

/** Changes some of the settings; sets nothing where all values are the same. */
export function changeSettings(
  { settings }: Pick<SettingsState, 'settings'>,
  change: Partial<Settings>,
): void {
  const before = settings.get();
  const names = Object.keys(change) as (keyof Settings)[];
  if (names.some((name) => before[name] !== change[name])) settings.set({ ...before, ...change });
}
