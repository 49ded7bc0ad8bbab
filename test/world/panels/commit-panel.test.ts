import { expect } from '@open-wc/testing';
import { commitPanel } from '../../../world/panels/commit-panel.ts';
import { ShownPanel } from './shown-panel.ts';

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
