import { expect } from '@open-wc/testing';
import { dualBrainPanel } from '../../../world/panels/dual-brain-panel.ts';
import { MINUTE, NOW, ShownPanel } from './shown-panel.ts';

it('the dual brain panel shows a dash per category, and is not redrawn with time', () => {
  const panel = new ShownPanel(dualBrainPanel);
  expect(panel.texts()).to.include.members([
    'Dual brain',
    'Empty',
    'AWAITING DEPLOYMENT',
    'Triage: —',
    'Tool Use: —',
    'Code Gen: —',
    'Planning: —',
    'Communication: —',
    'Reasoning: —',
    'no source is connected',
  ]);
  const { version } = panel.map;
  panel.state.now.set(NOW + 60 * MINUTE);
  panel.texts();
  expect(panel.map.version).to.equal(version);
  panel.dispose();
});
