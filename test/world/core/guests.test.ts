import { expect } from '@open-wc/testing';
import { defaultConfig } from '../../../data/config.ts';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { asModule, guestAddress, inviteGuests } from '../../../world/core/guests.ts';
import { Ticker } from '../../../world/core/ticker.ts';
import { createTestStage } from '../../helpers/stage.ts';

const nothing = (): void => undefined;

describe('modules of other people', () => {
  it('come from the home’s own origin, or from one that its owner allows', () => {
    const base = 'https://home.example/';
    expect(guestAddress('/my-panel.js', base, [])).to.deep.equal({
      href: 'https://home.example/my-panel.js',
    });
    expect(guestAddress('https://other.example/p.js', base, [])).to.deep.equal({
      refusal: 'https://other.example is not in allowedOrigins of config.json',
    });
    expect(guestAddress('https://other.example/p.js', base, ['https://other.example'])).to.deep.equal({
      href: 'https://other.example/p.js',
    });
    expect(guestAddress('data:text/javascript,0', base, [])).to.have.property('refusal');
  });

  it('keep the contract', () => {
    expect(asModule(undefined)).to.equal('it exports nothing');
    expect(asModule({ init: nothing })).to.contain('update');
    expect(asModule({ init: nothing, update: nothing, dispose: 3 })).to.contain('dispose');
    expect(asModule({ init: nothing, update: nothing })).to.be.an('object');
  });

  it('join the loop, and those that cannot are named with the reason while the rest runs', async () => {
    const stage = createTestStage();
    const calls: string[] = [];
    const modules = ['/good.js', '/gone.js', '/bad.js', '/throws.js', 'https://evil.example/x.js'];
    const state = createState({ ...defaultConfig, modules });
    const ticker = new Ticker();
    const load = async (href: string): Promise<unknown> => {
      calls.push(href);
      if (href.endsWith('gone.js')) throw new Error('404');
      if (href.endsWith('bad.js')) return { init: nothing };
      const good = href.endsWith('good.js');
      return {
        init: good
          ? () => calls.push('init')
          : () => {
              throw new Error('broken inside');
            },
        update: () => calls.push('update'),
        dispose: () => calls.push('dispose'),
      };
    };
    const dismiss = inviteGuests(stage.scene, state, ticker, theme, load);
    await dismiss.settled;
    ticker.tick(1 / 60);
    const failures = Object.fromEntries(ticker.stats().modules.map(({ name, failure }) => [name, failure]));
    expect(failures['/good.js']).to.equal(undefined);
    expect(failures['/gone.js']).to.equal('404');
    expect(failures['/bad.js']).to.contain('update');
    expect(failures['/throws.js']).to.equal('broken inside');
    expect(failures['https://evil.example/x.js']).to.contain('allowedOrigins');
    expect(calls.filter((call) => call === 'update')).to.have.length(1);
    expect(calls).not.to.include('https://evil.example/x.js');
    dismiss();
    expect(ticker.stats().modules).to.have.length(0);
    expect(calls).to.include('dispose');
    stage.dispose();
  });

  it('cannot keep the others out by never arriving, nor stop the loop by what they throw', async () => {
    const stage = createTestStage();
    const state = createState({ ...defaultConfig, modules: ['/hangs.js', '/odd.js', '/good.js'] });
    const ticker = new Ticker();
    let updates = 0;
    const odd = new Proxy(new Error('odd'), {
      get() {
        throw new Error('nested');
      },
    });
    const load = async (href: string): Promise<unknown> => {
      if (href.endsWith('hangs.js')) return new Promise(() => undefined);
      return {
        init: nothing,
        update: () => {
          if (href.endsWith('good.js')) updates += 1;
          else throw odd;
        },
      };
    };
    const dismiss = inviteGuests(stage.scene, state, ticker, theme, load, 50);
    await dismiss.settled;
    ticker.tick(1 / 60);
    ticker.tick(1 / 60);
    const failures = ticker.stats().modules.map(({ name, failure }) => `${name} ${failure}`);
    expect(failures).to.deep.equal([
      '/hangs.js it was not there within 1 s',
      '/odd.js it threw something that has no text',
      '/good.js undefined',
    ]);
    expect(updates).to.equal(2);
    dismiss();
    stage.dispose();
  });
});
