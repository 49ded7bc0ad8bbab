import {
  AWAITING_DEPLOYMENT,
  DASH,
  DUAL_BRAIN_SOURCE,
  dualBrainCategories,
} from '../../data/readings/format.ts';
import { homePanel } from './panel-module.ts';

/**
 * How two models share the thinking, by category. Nothing reports this yet, so the panel says so, shows no
 * figure and has no reading.
 */
export const dualBrainPanel = homePanel({
  name: 'dual-brain-board',
  note: 'the dual-brain panel',
  viewpoint: 'dual-brain',
  title: 'Dual brain',
  slot: 4,
  readings: [],
  awaits: DUAL_BRAIN_SOURCE,
  headline: () => ({ figure: DASH, caption: 'awaiting deployment' }),
  rows: () => [
    { text: AWAITING_DEPLOYMENT, color: 'readingEmpty', mark: 'ring' },
    ...dualBrainCategories.map((name) => ({ text: `${name}: ${DASH}`, color: 'textQuiet' as const })),
  ],
});
