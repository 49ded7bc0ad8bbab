import * as v from 'valibot';

/** What a visitor may set for themselves; kept in their browser. Every field has a default, and one that is out of its range falls back to it. */
const share = (fallback: number) => v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), fallback);
const within = (least: number, most: number, fallback: number) =>
  v.fallback(v.pipe(v.number(), v.minValue(least), v.maxValue(most)), fallback);
const flag = (fallback: boolean) => v.fallback(v.boolean(), fallback);

/** The sound's buses (specification 6.4): what each slider moves. */
export const buses = ['master', 'ambient', 'portals', 'effects', 'voice'] as const;
export type Bus = (typeof buses)[number];

export const LOOK_SPEED = { least: 0.25, most: 3 } as const;
export const FIELD_OF_VIEW = { least: 45, most: 90 } as const;
export const RESOLUTION = { least: 0.5, most: 1 } as const;

const settingsSchema = v.object({
  /** `auto`: the governor chooses. */
  quality: v.fallback(v.picklist(['auto', 'lowest', 'low', 'middle', 'highest']), 'auto'),
  /** Share of the pixels' edge length that the quality level would draw. */
  resolution: within(RESOLUTION.least, RESOLUTION.most, 1),
  /** Bloom, depth of field and what falls and flies; off: a plainer picture. */
  effects: flag(true),
  /** Degrees, of a window as high as the start view's. */
  fieldOfView: within(FIELD_OF_VIEW.least, FIELD_OF_VIEW.most, 60),
  /** Factor of the speed of looking around. */
  lookSpeed: within(LOOK_SPEED.least, LOOK_SPEED.most, 1),
  invertLook: flag(false),
  volume: v.fallback(
    v.object({
      master: share(0.8),
      ambient: share(0.7),
      portals: share(0.7),
      effects: share(0.8),
      voice: share(1),
    }),
    { master: 0.8, ambient: 0.7, portals: 0.7, effects: 0.8, voice: 1 },
  ),
  /** The remembered mute: whether the home sounds once the visitor has touched it. */
  sound: flag(false),
  /** `system`: as the visitor's system asks. */
  motion: v.fallback(v.picklist(['system', 'reduced', 'full']), 'system'),
  /** The words that are spoken, written as well. */
  captions: flag(true),
  /** Single keys as commands. */
  shortcuts: flag(true),
});

export type Settings = v.InferOutput<typeof settingsSchema>;

/** Settings from anything: what is missing or out of its range is the default. */
export const readSettings = (from: unknown): Settings =>
  v.parse(settingsSchema, typeof from === 'object' && from !== null && !Array.isArray(from) ? from : {});

export const defaultSettings: Settings = readSettings({});
