import { expect } from '@open-wc/testing';
import { commitPanel } from '../../../world/panels/commit-panel.ts';
import { NOW, ShownPanel } from './shown-panel.ts';

it('the commit panel shows title, author and age of each commit, and the source', () => {
  const panel = new ShownPanel(commitPanel);
  panel.setCommits('Add a portal ring', 'Say why a portal is closed');
  expect(panel.texts()).to.include.members([
    'Live',
    'Add a portal ring',
    'Timmy · 1 h ago',
    'Say why a portal is closed',
    'me/home, code.example · just now',
  ]);
  panel.dispose();
});

it('the commit panel shows checks and open pull requests above the commits, and tells distant visitors of a failure', () => {
  const panel = new ShownPanel(commitPanel);
  panel.setCommits('Add a portal ring');
  const { openWork } = panel.state.readings;
  const setChecks = (checks: 'passed' | 'failed'): void =>
    openWork.set({
      state: 'live',
      source: 'code.example',
      fetchedAt: NOW,
      value: {
        checks: { state: checks, sha: 'abcdef1', failed: checks === 'failed' ? ['lint'] : [] },
        pulls: [{ number: 1, title: 'One', author: 'bob', openedAt: NOW, isDraft: false, review: 'owner' }],
        hasMore: false,
      },
    });
  setChecks('passed');
  expect(panel.texts()).to.include.members([
    'Checks passed',
    '1 open pull request, 1 waits for review',
    'Add a portal ring',
  ]);
  setChecks('failed');
  expect(panel.texts()).to.include('Checks failed: lint');
  panel.stage.scene.camera.position.z += 100;
  expect(panel.texts()).to.include('checks failed');
  // Another day is shown: its checks are not known.
  panel.state.view.set({ ...panel.state.view.get(), mode: 'time-lapse' });
  openWork.set({ ...openWork.get() });
  expect(panel.texts()).not.to.include('checks failed');
  panel.dispose();
});
