import { expect } from '@open-wc/testing';
import { openPanel, openPanels } from '../../../components/app/open-panel.ts';
import { SingleSheet } from '../../../components/app/single-sheet.ts';
import { createState } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';

describe('the single sheet of a phone', () => {
  it('is the panel that was opened last, by a button or otherwise', () => {
    const state = createState();
    const sheets = new SingleSheet();
    state.panels.today.set(false);
    state.panels.settings.set(true);
    sheets.check(state, true);
    // As a tap on the resident does.
    state.panels.chat.set(true);
    sheets.check(state, true);
    expect(openPanels(state)).to.deep.equal(['chat']);
    state.panels.help.set(true);
    sheets.check(state, true);
    expect(openPanels(state)).to.deep.equal(['help']);
    state.panels.chat.set(true);
    sheets.check(state, false);
    expect(openPanels(state)).to.deep.equal(['chat', 'help']);
  });

  it('is the first of the table when the window becomes narrow', () => {
    const state = createState();
    const sheets = new SingleSheet();
    openPanel(state, 'chat', false);
    sheets.check(state, false);
    expect(openPanels(state)).to.deep.equal(['chat', 'today']);
    sheets.check(state, true);
    expect(openPanels(state)).to.deep.equal(['chat']);
  });

  it('closes for each document that opens', () => {
    const state = createState();
    const sheets = new SingleSheet();
    const read = (title: string) =>
      dispatchView(state, { kind: 'read', document: { title, text: '', source: '' } });
    for (const title of ['One', 'Another']) {
      state.panels.chat.set(true);
      sheets.check(state, true);
      read(title);
      sheets.check(state, true);
      expect(openPanels(state), title).to.deep.equal([]);
    }
    state.panels.help.set(true);
    sheets.check(state, true);
    expect(openPanels(state)).to.deep.equal(['help']);
  });
});
