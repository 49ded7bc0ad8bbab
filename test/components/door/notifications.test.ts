import { expect, fixture, html } from '@open-wc/testing';
import type { DoorState } from '../../../data/apps/door.ts';
import type { PushBrowser, PushSupport } from '../../../data/push/push-browser.ts';
import type { DeviceSettings } from '../../../data/push/push-settings.ts';
import '../../../components/door/notifications.ts';
import type { HwNotifications } from '../../../components/door/notifications.ts';
import { focusedNow } from '../../../components/shared/focus.ts';
import { slowly } from '../../helpers/slowly.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { find, inside, words } from '../app/home-state.ts';
import { fakeBrowser, fakeHome, subscription } from '../push-home.ts';

const host = 'fcm.googleapis.com';

/** The section of a home that keeps one device. */
async function show(
  support?: PushSupport,
  test: object = { result: 'taken', host },
  given?: PushBrowser,
  failures = 0,
) {
  let left = failures;
  let device: { host: string; endpoint: string; settings: DeviceSettings } | undefined;
  const { io, requests } = fakeHome({
    'GET /api/push': () =>
      left-- > 0 ? [503, { message: 'The home starts.' }] : [200, { publicKey: 'the-key', device }],
    'POST /api/push/subscriptions': ({ settings }: { settings: DeviceSettings }) => {
      device = { host, endpoint: subscription.endpoint, settings };
      return [201, { device }];
    },
    'DELETE /api/push/subscriptions': () => {
      device = undefined;
      return [204, undefined];
    },
    'POST /api/push/test': () => [200, test],
  });
  const { browser: own, calls } = fakeBrowser(support);
  const browser = given ?? own;
  const door = { io: { ...io, fetch: slowly(io.fetch) } } as DoorState;
  const element = await fixture<HwNotifications>(
    html`<hw-notifications .door=${door} .browser=${browser}></hw-notifications>`,
  );
  const press = async (label: string): Promise<void> => {
    const button = () =>
      [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find((one) =>
        one.textContent?.includes(label),
      );
    await waitUntil(() => button() && button()?.ariaDisabled !== 'true', `the button “${label}”`);
    button()?.focus();
    button()?.click();
  };
  const says = (text: string) => waitUntil(() => words(element).includes(text), text);
  return { element, press, says, requests, calls };
}

describe('hw-notifications', () => {
  it('says whose servers a notice passes, and what is in it, before it asks the browser', async () => {
    const { element, calls } = await show();
    expect(words(element)).to.include('servers of the maker of this browser');
    expect(words(element)).to.include('never a command, a diff or a file');
    expect(calls).to.deep.equal([]);
    await expect(element).to.be.accessible();
  });

  it('turns notices on, stores what the device chose, and turns them off', async () => {
    const { element, press, says, requests, calls } = await show();
    await press('Turn on');
    await says(`go through the servers of ${host}`);
    await expect(element).to.be.accessible();
    expect(calls).to.deep.equal(['subscribe the-key']);
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(requests.at(-1)?.body).to.deep.equal({
      kind: 'owner',
      subscription,
      settings: { kinds: ['waiting', 'failed'], doneMinutes: 5, timeZone },
    });
    find<HTMLInputElement>(element, 'input[name=done]').click();
    find<HTMLInputElement>(element, 'input[name=failed]').click();
    find<HTMLInputElement>(element, 'input[name=quiet]').click();
    find<HTMLSelectElement>(element, 'select').value = '20';
    await element.updateComplete;
    find<HTMLInputElement>(element, 'input[name=from]').value = '23:30';
    await press('Save');
    await says('Saved.');
    expect(focusedNow()?.textContent).to.equal('Save');
    expect((requests.at(-1)?.body as { settings?: DeviceSettings } | undefined)?.settings).to.deep.equal({
      kinds: ['waiting', 'done'],
      doneMinutes: 20,
      quiet: { from: 23 * 60 + 30, to: 7 * 60 },
      timeZone,
    });
    await press('Turn off');
    await says('Notices are off.');
    expect(focusedNow() === find(element, 'h2')).to.equal(true);
    expect(calls.at(-1)).to.equal('unsubscribe');
    expect(requests.at(-1)).to.deep.include({ method: 'DELETE', body: { kind: 'owner' } });
    await press('Turn on');
    await says('Notices are on.');
    // The settings are those of a new device again.
    expect(find<HTMLInputElement>(element, 'input[name=quiet]').checked).to.equal(false);
    expect(inside(element).querySelectorAll('input[name=from]')).to.have.length(0);
  });

  it('gets the focus when it opens, and offers to try again if it cannot be read', async () => {
    const { element, press, says } = await show('possible', {}, undefined, 2);
    const heading = find(element, 'h2');
    expect(focusedNow() === heading).to.equal(true);
    await says('The home starts.');
    expect(words(element)).to.not.include('Turn on');
    await expect(element).to.be.accessible();
    await press('Try again');
    await says('The home starts.');
    await press('Try again');
    await says('Turn on');
    expect(focusedNow() === heading).to.equal(true);
    expect(words(element)).to.not.include('The home starts.');
    await press('Turn on');
    await says('Notices are on.');
  });

  it('sends a test notice and shows the result', async () => {
    const taken = await show();
    await taken.press('Turn on');
    await taken.press('Send a test');
    await taken.says(`${host} took the notice.`);
    expect(focusedNow()?.textContent.trim()).to.equal('Send a test');
    const refused = await show('possible', { result: 'refused', host, cause: 'it answered 403' });
    await refused.press('Turn on');
    await refused.press('Send a test');
    await refused.says(`${host} did not take the notice: it answered 403.`);
    const gone = await show('possible', { result: 'gone', host });
    await gone.press('Turn on');
    await gone.press('Send a test');
    await gone.says('turn notices on again');
    await gone.press('Turn on');
  });

  it('says that there is nothing to save any more when the browser has ended its subscription', async () => {
    const { element, press, says } = await show();
    await press('Turn on');
    await says('Notices are on.');
    await element.browser?.unsubscribe();
    await press('Save');
    await says('turn notices on again');
    await says('Turn on for this device');
    expect(find(element, '[role=alert]').textContent).to.include('has ended');
  });

  it('says that the notices of a device ended with its sign-in', async () => {
    const first = await show();
    await first.press('Turn on');
    await first.says('go through the servers of');
    const { browser } = first.element;
    const second = await show('possible', {}, browser);
    await second.says('have ended with its sign-in');
    await second.press('Turn on');
    await second.says('go through the servers of');
    expect(words(second.element)).not.to.include('have ended');
  });

  for (const [support, reason] of [
    ['insecure', 'HTTPS only'],
    ['home-screen', 'Add to Home Screen'],
    ['unsupported', 'has no notices'],
    ['denied', 'refuses notices for this site'],
  ] as const)
    it(`says why there are none: ${support}`, async () => {
      const { element, calls } = await show(support);
      expect(words(element)).to.include(reason);
      expect(element.shadowRoot?.querySelector('button')).to.equal(null);
      expect(calls).to.deep.equal([]);
      await expect(element).to.be.accessible();
    });
});
