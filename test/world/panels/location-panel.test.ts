import { expect } from '@open-wc/testing';
import * as locationPanel from '../../../world/panels/location-panel.ts';
import { NOW, ShownPanel, failed } from './shown-panel.ts';

it('the location panel shows weather and block height, and the worse of their states', () => {
  const panel = new ShownPanel(locationPanel, 'place-board');
  const { weather, blockHeight } = panel.state.readings;
  const source = 'chain.example';
  weather.set({
    state: 'live',
    source: 'weather.example',
    fetchedAt: NOW,
    value: { temperatureF: 71.7, code: 1, label: 'Clear' },
  });
  blockHeight.set({ ...failed, source });
  expect(panel.texts()).to.include.members(['71.7°F Clear', 'ERROR', 'block height']);
  expect(panel.texts()[0]).to.equal('ERROR');
  blockHeight.set({ state: 'live', source, fetchedAt: NOW, value: 918273 });
  expect(panel.texts()).to.include.members(['Live', '71.7°F Clear', '918273']);
  blockHeight.set({ ...blockHeight.get(), recorded: true });
  expect(panel.texts()).to.include('Recorded').and.not.include('Live');
  blockHeight.set({ ...failed, source, recorded: true });
  expect(panel.texts()[0]).to.equal('ERROR');
  panel.dispose();
});
