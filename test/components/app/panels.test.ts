import { expect } from '@open-wc/testing';
import { SingleSheet } from '../../../components/app/single-sheet.ts';
import {
  closeTopPanel,
  keepOneSheet,
  openPanel,
  panelNames,
  panelSignal,
  togglePanel,
} from '../../../components/app/panels.ts';
import { createState } from '../../../data/state.ts';

const openIn = (state: ReturnType<typeof createState>): string[] =>
  panelNames.filter((name) => panelSignal(state, name).get());

describe('panels', () => {
  it('stand side by side where there is room', () => {
    const state = createState();
    openPanel(state, 'chat', false);
    openPanel(state, 'log', false);
    expect(openIn(state)).to.deep.equal(['chat', 'feed', 'log']);
  });

  it('take turns where they share a place', () => {
    const state = createState();
    openPanel(state, 'log', false);
    openPanel(state, 'directory', false);
    expect(openIn(state)).to.deep.equal(['feed', 'directory']);
    openPanel(state, 'chat', false);
    openPanel(state, 'settings', false);
    expect(openIn(state)).to.deep.equal(['feed', 'directory', 'settings']);
    openPanel(state, 'help', false);
    expect(openIn(state)).to.deep.equal(['feed', 'directory', 'help']);
  });

  it('are one sheet at a time on a phone', () => {
    const state = createState();
    expect(togglePanel(state, 'chat', true)).to.equal(true);
    expect(openIn(state)).to.deep.equal(['chat']);
    expect(togglePanel(state, 'chat', true)).to.equal(false);
    expect(openIn(state)).to.deep.equal([]);
  });

  it('give way on a phone to the newest, whoever opened it', () => {
    const state = createState();
    const sheets = new SingleSheet();
    state.panels.feed.set(false);
    state.panels.settings.set(true);
    sheets.check(state, true);
    // As the resident does who is tapped.
    state.chat.open.set(true);
    sheets.check(state, true);
    expect(openIn(state)).to.deep.equal(['chat']);
    state.panels.help.set(true);
    sheets.check(state, true);
    expect(openIn(state)).to.deep.equal(['help']);
    state.chat.open.set(true);
    sheets.check(state, false);
    expect(openIn(state)).to.deep.equal(['chat', 'help']);
  });

  it('leave one when the room shrinks', () => {
    const state = createState();
    openPanel(state, 'chat', false);
    keepOneSheet(state);
    expect(openIn(state)).to.deep.equal(['chat']);
  });

  it('close from the nearest; the feed only as a sheet', () => {
    const state = createState();
    openPanel(state, 'chat', false);
    openPanel(state, 'log', false);
    expect([
      closeTopPanel(state, false),
      closeTopPanel(state, false),
      closeTopPanel(state, false),
    ]).to.deep.equal(['log', 'chat', undefined]);
    expect(closeTopPanel(state, true)).to.equal('feed');
  });
});
