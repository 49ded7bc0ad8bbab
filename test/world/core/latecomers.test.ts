import { expect } from '@open-wc/testing';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { addLatecomers } from '../../../world/core/latecomers.ts';
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
    const dismiss = addLatecomers(stage.scene, createState(), ticker, theme, async () => [
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

  it('are named where their file cannot be had, and none is added to a world that is gone meanwhile', async () => {
    const stage = createTestStage();
    const ticker = new Ticker();
    const said: unknown[] = [];
    stage.scene.report = (module, error) => said.push([module, (error as Error).message]);
    await addLatecomers(stage.scene, createState(), ticker, theme, async () => {
      throw new Error('no network');
    }).settled;
    expect(said).to.deep.equal([['later modules', 'no network']]);
    let inits = 0;
    const dismiss = addLatecomers(stage.scene, createState(), ticker, theme, async () => [
      { name: 'late', note: '', module: { init: () => void inits++, update: () => undefined } },
    ]);
    dismiss();
    await dismiss.settled;
    expect(inits).to.equal(0);
    stage.dispose();
  });
});
