/**
 * The one theme object: every colour, font and line weight of the home (specification 2.11).
 * Nothing outside `theme/` names a colour: CSS uses the custom properties of `css.ts`, three.js the
 * values here.
 */
export const theme = {
  colors: {
    /** The night sky and the fog. */
    background: '#000008',
    accent: '#4488ff',
    panelBackground: '#0a1428',
    panelText: '#4af0c0',
    agentWorking: '#4af0c0',
    agentIdle: '#7b5cff',
    agentDormant: '#2a4060',
    agentDead: '#3a2040',
    sovereigntyHigh: '#4af0c0',
    sovereigntyMid: '#ffd700',
    sovereigntyLow: '#ff4444',
    /** Manifest and browser chrome (specification 2.4). */
    chrome: '#050510',
    /** Zaps are gold (specification 6.2), the same gold as a medium sovereignty. */
    zap: '#ffd700',
    error: '#ff4444',
    /**
     * `textQuiet` is for sources, ages and hints. Both text colours have a contrast of at least 4.5:1 on
     * panels.
     */
    text: '#e6f0ff',
    textQuiet: '#9db4d6',
    /**
     * The colours of idle, dormant and dead agents are too dark for text and thin marks. These are lighter
     * variants.
     */
    agentIdleText: '#a896ff',
    agentDormantText: '#7f9cc4',
    agentDeadText: '#b58cc0',
    /**
     * An agent that has failed: brighter than an agent at rest, and not the colour of an agent that waits or
     * of an error.
     */
    failed: '#ff9678',
    connected: '#4af0c0',
    disconnected: '#ff4444',
    /** Stone, glass and sky: blue-black. */
    skyZenith: '#03050e',
    skyHorizon: '#40537a',
    cloudSea: '#7083a6',
    stone: '#23272f',
    stoneLit: '#4a5262',
    path: '#8791a5',
    glass: '#0d1b33',
    vein: '#4af0c0',
    growth: '#2b5750',
    keyLight: '#d0ddf8',
    skyFill: '#3b4a66',
    resident: '#bfe8ff',
    portalDefault: '#4488ff',
    portalOffline: '#4a5468',
    star: '#dfe8ff',
    starWarm: '#ffdcb4',
    starCool: '#c8e0ff',
    /** Precipitation. */
    raindrop: '#a8bbd6',
    snow: '#dfe7f4',
    /** The light inside a thundercloud. */
    lightning: '#c9c4ff',
    /** The digits that rain round the island. */
    rain: '#3fc7a6',
    /** The bindings of books: muted, close to stone and sky. */
    coverSlate: '#34415a',
    coverTeal: '#24494f',
    coverIndigo: '#30356b',
    coverPlum: '#46345a',
    coverMoss: '#3a4a40',
    coverRust: '#573f3d',
    /** The wood of the shelves, which is nearly the colour of stone, and the metal of their plate. */
    wood: '#2c2b33',
    brass: '#b9a273',
    /** The edges of panels, by the state of their reading. */
    readingLoading: '#7fa6e6',
    readingLive: '#4af0c0',
    readingStale: '#ffd700',
    readingEmpty: '#7f9cc4',
    readingOffline: '#8a94a8',
  },
  fonts: {
    /** The first font is included (css.ts); the others are for characters that it lacks. */
    mono: '"IBM Plex Mono", ui-monospace, Menlo, Consolas, monospace',
  },
  lines: {
    /** CSS pixels. */
    hair: 1,
    focus: 2,
    /** Metres, for lines drawn in the world. */
    world: 0.02,
  },
} as const;

export type Theme = typeof theme;
export type ColorName = keyof Theme['colors'];
