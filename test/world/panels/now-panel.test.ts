import { expect } from '@open-wc/testing';
import { nowPanel } from '../../../world/panels/now-panel.ts';
import { MINUTE, NOW, ShownPanel } from './shown-panel.ts';

it('the now panel shows the reports of the agent, old and missing ones too', () => {
  const panel = new ShownPanel(nowPanel);
  const { state } = panel;
  const expectTexts = (...texts: string[]): void => {
    expect(panel.texts()).to.include.members(texts);
  };
  expectTexts('Now', 'Asking', 'REPORT: —');
  state.bridge.set({ state: 'open' });
  expectTexts('Empty', 'NO REPORT');
  const { position } = panel.stage.scene.camera;
  position.setZ(position.z + 60);
  expect(panel.texts().filter((text) => /report|none/i.test(text))).to.deep.equal(['NO REPORT']);
  position.setZ(position.z - 60);
  state.activity.set({
    state: 'working',
    task: 'tests of the bridge',
    step: 'the slow reader',
    tool: 'Bash',
    progress: 0.4,
    target: { kind: 'issue', name: '12' },
    since: NOW - 4 * MINUTE,
    updatedAt: NOW,
  });
  expectTexts(
    'Live',
    'working',
    'tests of the bridge · began 4 min ago',
    'the slow reader',
    'with Bash',
    'issue 12',
    '40 %',
    'of the task',
  );
  state.now.set(NOW + 11 * MINUTE);
  expectTexts('Stale', 'working');
  state.activity.set({ state: 'waiting', since: NOW, updatedAt: NOW + 11 * MINUTE });
  expectTexts('Live', 'waiting for its owner', 'began 11 min ago');
  state.bridge.set({ state: 'waiting', cause: 'the connection to the bridge was lost' });
  expectTexts('No network', 'waiting for its owner');
  panel.dispose();
});
