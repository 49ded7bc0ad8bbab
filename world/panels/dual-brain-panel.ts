import {
  AWAITING_DEPLOYMENT,
  DASH,
  DUAL_BRAIN_SOURCE,
  dualBrainCategories,
} from '../../data/readings/format.ts';
import { homePanel } from './panel-module.ts';

/**
 * How two models would share the thinking, by category. Nothing reports that yet, so the panel says
 * so and shows no figure; it has no reading until there is a source.
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
