import { expect } from '@open-wc/testing';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { addDeferredModules } from '../../../world/core/deferred.ts';
import { Ticker } from '../../../world/core/ticker.ts';
import { createTestStage } from '../../helpers/stage.ts';

describe('modules that come after the first picture', () => {
  it('join the loop in their order, and leave it in the other', async () => {
    const stage = createTestStage();
    const ticker = new Ticker();
    const calls: string[] = [];
    const named = (name: string) => ({
      name,
      note: name,
      module: {
        init: () => calls.push(`+${name}`),
        update: () => calls.push(name),
        dispose: () => calls.push(`-${name}`),
      },
    });
    const dismiss = addDeferredModules(stage.scene, createState(), ticker, theme, async () => [
      named('a'),
      named('b'),
    ]);
    expect(calls).to.deep.equal([]);
    await dismiss.settled;
    ticker.tick(1 / 60);
    dismiss();
    expect(calls).to.deep.equal(['+a', '+b', 'a', 'b', '-b', '-a']);
    stage.dispose();
  });

  it('are named where their file cannot be had, and asked for again until it can', async () => {
    const stage = createTestStage();
    const ticker = new Ticker();
    const said: unknown[] = [];
    stage.scene.report = (module, error) => said.push([module, (error as Error).message]);
    const state = createState();
    const missing: (readonly string[])[] = [];
    let attempts = 0;
    let inits = 0;
    await addDeferredModules(
      stage.scene,
      state,
      ticker,
      theme,
      async () => {
        if (++attempts < 3) throw new Error('no network');
        return [{ name: 'late', note: '', module: { init: () => void inits++, update: () => undefined } }];
      },
      async () => void missing.push(state.missingParts.get()),
    ).settled;
    expect(said).to.deep.equal([['later modules', 'no network']]);
    expect(missing).to.deep.equal([['Views, sound and effects'], ['Views, sound and effects']]);
    expect(state.missingParts.get()).to.deep.equal([]);
    expect(inits).to.equal(1);
    stage.dispose();
  });

  it('are not added to a world that is gone meanwhile', async () => {
    const stage = createTestStage();
    const ticker = new Ticker();
    let inits = 0;
    const dismiss = addDeferredModules(stage.scene, createState(), ticker, theme, async () => [
      { name: 'late', note: '', module: { init: () => void inits++, update: () => undefined } },
    ]);
    dismiss();
    await dismiss.settled;
    expect(inits).to.equal(0);
    stage.dispose();
  });
});
