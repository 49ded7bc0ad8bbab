import { expect } from '@open-wc/testing';
import { NOT_CONFIGURED } from '../../../data/readings/reading.ts';
import { locationPanel } from '../../../world/panels/location-panel.ts';
import { NOW, ShownPanel, failed } from './shown-panel.ts';

it('the location panel shows weather and block height, and the worse of their states', () => {
  const panel = new ShownPanel(locationPanel);
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
  const { config } = panel.state;
  const { weather: place } = config.get();
  config.set({ ...config.get(), weather: { ...place, place: 'Berlin', timeZone: 'Europe/Berlin' } });
  blockHeight.set({ state: 'live', source, fetchedAt: NOW, value: 918274 });
  // The block height keeps its place below.
  expect(panel.texts()).to.include.members(['71.7°F Clear', '918274', 'block height']);
  expect(panel.texts()).to.include('23:13, Tuesday 14 November, Berlin');
  panel.state.now.set(NOW + 40_000);
  expect(panel.texts()).to.include('23:14, Tuesday 14 November, Berlin');
  blockHeight.set({ ...blockHeight.get(), recorded: true });
  expect(panel.texts()).to.include('Recorded').and.not.include('Live');
  blockHeight.set({ ...failed, source, recorded: true });
  expect(panel.texts()[0]).to.equal('ERROR');
  panel.dispose();
});

it('the location panel shows one dash and no caption while nothing is known', () => {
  const panel = new ShownPanel(locationPanel);
  const { weather, blockHeight } = panel.state.readings;
  const cause = 'no server outside this home can be reached';
  weather.set({ state: 'offline', source: 'weather.example', cause });
  blockHeight.set({ state: 'offline', source: 'chain.example', cause });
  panel.texts();
  expect(panel.stage.scene.interactions.all[0]?.interaction.label()).to.equal(
    `Place and time — weather.example · offline · ${cause}, chain.example · offline · ${cause}`,
  );
  panel.stage.scene.camera.position.set(0, 2, 40);
  expect(panel.texts()).to.include('—').and.to.include('No network');
  expect(panel.texts().join(' ')).to.not.contain('block');
  weather.set({
    state: 'live',
    source: 'weather.example',
    fetchedAt: NOW,
    value: { temperatureF: 71.7, code: 1, label: 'Clear' },
  });
  panel.texts();
  expect(panel.stage.scene.interactions.all[0]?.interaction.label()).to.include(': 71.7°F · Clear — ');
  panel.dispose();
});

it('the location panel leaves out what is not configured, and keeps the place', () => {
  const panel = new ShownPanel(locationPanel);
  const { weather, blockHeight } = panel.state.readings;
  const off = { state: 'empty', source: 'config.json', fetchedAt: NOW, cause: NOT_CONFIGURED } as const;
  weather.set(off);
  blockHeight.set({ state: 'live', source: 'chain.example', fetchedAt: NOW, value: 918273 });
  expect(panel.texts()).to.include.members(['Live', '51.48° N, 0.00° E', '918273']);
  expect(panel.texts().join(' ')).to.not.contain('config.json');
  blockHeight.set(off);
  expect(panel.texts()).to.include.members([
    '51.48° N, 0.00° E',
    'Weather and block height are not configured.',
  ]);
  expect(panel.texts().join(' ')).to.not.contain('918273');
  panel.dispose();
});
