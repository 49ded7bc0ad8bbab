import { expect } from '@open-wc/testing';
import type { Reading } from '../../../data/readings/reading.ts';
import type { AdapterRecord } from '../../../data/readings/records.ts';
import { adapterPanel } from '../../../world/panels/adapter-panel.ts';
import { NOW, ShownPanel, failed } from './shown-panel.ts';

it('the adapter panel lists adapters in every state of their file', () => {
  const panel = new ShownPanel(adapterPanel);
  const source = 'adapters.json';
  const value = [
    { name: 'review', status: 'active', base: 'small', note: 'reads pull requests' },
    { name: 'triage', status: 'training' },
  ] as const;
  const expectTexts = (reading: Reading<readonly AdapterRecord[]>, ...texts: string[]): void => {
    panel.state.readings.adapters.set(reading);
    expect(panel.texts()).to.include.members(texts);
  };
  expect(panel.texts()).to.include.members(['Adapters', 'Asking', 'ADAPTERS: —']);
  expectTexts(
    { state: 'live', source, value, fetchedAt: NOW },
    'Live',
    'review: ACTIVE',
    'small · reads pull requests',
    'triage: TRAINING',
  );
  expectTexts(
    { state: 'stale', source, value, fetchedAt: NOW, cause: 'it is old' },
    'Stale',
    'review: ACTIVE',
  );
  expectTexts(
    { state: 'empty', source, fetchedAt: NOW, cause: 'there is no such file' },
    'Empty',
    'NO ADAPTERS',
  );
  expectTexts({ ...failed, source }, 'ERROR', 'ADAPTERS: ERROR');
  expectTexts(
    { state: 'offline', source, cause: 'no network', value, fetchedAt: NOW },
    'No network',
    'review: ACTIVE',
  );
  panel.dispose();
});
