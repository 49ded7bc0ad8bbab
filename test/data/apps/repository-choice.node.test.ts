import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { createRepositoryChoice } from '../../../data/apps/repository-choice.ts';
import { createState } from '../../../data/state.ts';
import { openWork } from '../../../data/readings/sources/open-work.ts';
import { merged } from '../../../data/readings/sources/merged.ts';

const several = {
  ...defaultConfig,
  repositories: ['me/harbour', 'me/group/tools'],
  codeHost: { ...defaultConfig.codeHost, owner: 'all', repo: 'repositories' },
};
const BASE = 'https://home.example/';
const settled = () => new Promise((next) => setTimeout(next));

test('the readings follow the repository that the visitor chose', async () => {
  const state = createState(several, { base: BASE, now: 0 });
  const module = createRepositoryChoice();
  module.init(undefined, state);
  assert.equal(state.config.get(), several);
  changeSettings(state, { repository: 'me/group/tools' });
  await settled();
  const chosen = state.config.get();
  assert.equal(merged.url(chosen, BASE), `${BASE}api/v1/repos/me%2Fgroup/tools/pulls?state=closed&limit=50`);
  assert.equal(openWork.url(chosen, BASE), `${BASE}api/open-work.json?repo=me%2Fgroup%2Ftools`);
  changeSettings(state, { repository: '' });
  await settled();
  assert.equal(state.config.get().codeHost.owner, 'all');
  assert.equal(openWork.url(state.config.get(), BASE), `${BASE}api/open-work.json`);
  // A repository that the home does not have any more.
  changeSettings(state, { repository: 'me/gone' });
  await settled();
  assert.equal(state.config.get().codeHost.owner, 'all');
  module.dispose?.();
});

test('a home with one repository stays as it is, whatever the visitor chose elsewhere', async () => {
  const state = createState(defaultConfig, { base: BASE, now: 0 });
  changeSettings(state, { repository: 'me/group/tools' });
  const module = createRepositoryChoice();
  module.init(undefined, state);
  await settled();
  assert.equal(state.config.get(), defaultConfig);
  module.dispose?.();
});
