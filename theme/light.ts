import type { ColorName } from './theme.ts';

/**
 * The widgets' colours on light pages, by their names in the theme. Texts and marks have a contrast of at
 * least 4.5:1 on the panel background. The fixed colours of dormant and dead agents have it too.
 */
export const light = {
  panelBackground: '#ffffff',
  panelText: '#006b52',
  accent: '#1f5fd0',
  error: '#b91c1c',
  text: '#14213a',
  textQuiet: '#4a5d7e',
  agentWorking: '#007a5c',
  agentIdle: '#5b3fd6',
  agentDormantText: '#2a4060',
  agentDeadText: '#3a2040',
  sovereigntyHigh: '#007a5c',
  sovereigntyMid: '#8a6100',
  sovereigntyLow: '#b91c1c',
  connected: '#007a5c',
  zap: '#8a6100',
} as const satisfies Partial<Record<ColorName, string>>;
