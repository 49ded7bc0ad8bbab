import { expect } from '@open-wc/testing';
import { closeTopPanel, openPanel, openPanels, togglePanel } from '../../../components/app/open-panel.ts';
import { createState } from '../../../data/state.ts';

describe('panels', () => {
  it('stand side by side where there is room', () => {
    const state = createState();
    openPanel(state, 'chat', false);
    openPanel(state, 'log', false);
    expect(openPanels(state)).to.deep.equal(['chat', 'today', 'log']);
  });

  it('replace each other where they share a place', () => {
    const state = createState();
    openPanel(state, 'log', false);
    openPanel(state, 'directory', false);
    expect(openPanels(state)).to.deep.equal(['today', 'directory']);
    openPanel(state, 'chat', false);
    openPanel(state, 'settings', false);
    expect(openPanels(state)).to.deep.equal(['today', 'directory', 'settings']);
    openPanel(state, 'help', false);
    expect(openPanels(state)).to.deep.equal(['today', 'directory', 'help']);
  });

  it('are one sheet at a time on a phone', () => {
    const state = createState();
    expect(togglePanel(state, 'chat', true)).to.equal(true);
    expect(openPanels(state)).to.deep.equal(['chat']);
    expect(togglePanel(state, 'chat', true)).to.equal(false);
    expect(openPanels(state)).to.deep.equal([]);
  });

  it('close from the nearest; Today only as a sheet', () => {
    const state = createState();
    openPanel(state, 'chat', false);
    openPanel(state, 'log', false);
    expect([
      closeTopPanel(state, false),
      closeTopPanel(state, false),
      closeTopPanel(state, false),
    ]).to.deep.equal(['log', 'chat', undefined]);
    expect(closeTopPanel(state, true)).to.equal('today');
  });
});
