import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/door/devices.ts';
import '../../../components/door/door.ts';
import type { HwDoor } from '../../../components/door/door.ts';
import { focusedNow } from '../../../components/shared/focus.ts';
import { sinceAnswer } from '../../helpers/since.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { openAsk } from '../../helpers/asks.ts';
import { find, inside, words } from '../app/home-state.ts';
import { ownerDoor } from './door-state.ts';

const list = {
  passkeys: [{ id: 1, name: 'My phone', madeAt: 1, usedAt: 2 }],
  signIns: [
    { id: 1, browser: 'Chrome on Android', passkey: 1, beganAt: 1, endsAt: 2, isHere: true },
    { id: 2, browser: 'Firefox on Linux', beganAt: 1, endsAt: 2, isHere: false },
  ],
  agentKeys: [{ id: 3, name: 'laptop', madeAt: 1 }],
  links: [{ id: 4, name: 'kitchen', endsAt: Date.parse('2026-03-20T12:00:00Z') }],
};

const show = async (answer?: Parameters<typeof ownerDoor>[1], asks = [openAsk()], isSlow = false) => {
  const page = ownerDoor(asks, answer, isSlow);
  const element = await fixture<HwDoor>(html`<hw-door .door=${page.door}></hw-door>`);
  const part = (tag: string): HTMLElement & { updateComplete: Promise<boolean> } =>
    find(element, tag) as HTMLElement & { updateComplete: Promise<boolean> };
  const press = (root: Element, name: string): void =>
    [...(root.shadowRoot?.querySelectorAll('button') ?? [])]
      .find((button) => (button.ariaLabel ?? button.textContent)?.trim() === name)
      ?.click();
  return { ...page, element, part, press };
};

describe('hw-door', () => {
  before(() => setViewport({ width: 390, height: 844 }));

  it('says what the home is like before the owner can sign in', async () => {
    const { element, door, account } = await show();
    for (const [state, text] of [
      ['unknown', 'Asking the home'],
      ['unreachable', 'The home does not answer'],
      ['none', 'has no server'],
    ] as const) {
      door.account.set({ ...account, state });
      await element.updateComplete;
      expect(words(element)).to.include(text);
      await expect(element).to.be.accessible();
    }
  });

  it('has no asks without a sign-in, and offers the passkey only where there is one', async () => {
    const { element, door, account, part } = await show();
    door.account.set({ ...account, state: 'visitor' });
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('hw-ask-list')).to.equal(null);
    const signIn = part('hw-sign-in');
    expect(words(signIn)).to.include('Sign in with a passkey');
    await expect(element).to.be.accessible();
    door.account.set({ ...account, state: 'visitor', hasPasskeys: false });
    await signIn.updateComplete;
    expect(words(signIn)).to.include('There is no passkey yet');
    door.account.set({ ...account, state: 'visitor', passkeyProblem: 'No TLS here.' });
    await signIn.updateComplete;
    expect(words(signIn)).to.include('No passkeys here. No TLS here.');
    expect(words(signIn)).to.not.include('Sign in with a passkey');
  });

  it('signs in with the code of the address, and then offers a passkey', async () => {
    let isIn = false;
    const { element, door, account, part, press, requests } = await show(({ method, path }) => {
      if (path.includes('passkey')) return [429, { message: 'There are too many passkeys.' }];
      isIn ||= method === 'POST';
      return [200, { signIn: true, signedIn: isIn, fresh: isIn }];
    }, []);
    door.account.set({ ...account, state: 'visitor', hasPasskeys: false });
    door.code.set('7K2M-Q9XB-T4WD');
    await element.updateComplete;
    const signIn = part('hw-sign-in');
    await signIn.updateComplete;
    expect(find<HTMLInputElement>(signIn, 'input').value).to.equal('7K2M-Q9XB-T4WD');
    find<HTMLFormElement>(signIn, 'form').requestSubmit();
    await waitUntil(() => words(element).includes('Add a passkey for this device?'));
    expect(requests[0]?.body).to.deep.equal({ code: '7K2M-Q9XB-T4WD' });
    expect(door.code.get()).to.equal('');
    press(element, 'Add a passkey');
    const said = (): string => find(element, '.offer [role=alert]').textContent?.trim() ?? '';
    await waitUntil(() => said() === 'There are too many passkeys.');
    expect(element.shadowRoot?.querySelectorAll('.problem')).to.have.length(1);
    await expect(element).to.be.accessible();
  });

  it('says why a code was refused, and empties its field', async () => {
    const { element, door, account, part } = await show(() => [401, { message: 'This code was used.' }]);
    door.account.set({ ...account, state: 'visitor' });
    await element.updateComplete;
    const signIn = part('hw-sign-in');
    const field = find<HTMLInputElement>(signIn, 'input');
    field.value = 'AAAA-BBBB-CCCC';
    find<HTMLFormElement>(signIn, 'form').requestSubmit();
    await waitUntil(() => words(signIn).includes('This code was used.'));
    await waitUntil(() => signIn.shadowRoot?.activeElement === field);
    expect(field.value).to.equal('');
    await expect(element).to.be.accessible();
  });

  it('keeps a code that the home has not refused', async () => {
    let status = 0;
    const { element, door, account, part } = await show(() => [status, { message: `Not now: ${status}.` }]);
    door.code.set('7K2M-Q9XB-T4WD');
    door.account.set({ ...account, state: 'visitor' });
    await element.updateComplete;
    const signIn = part('hw-sign-in');
    const field = find<HTMLInputElement>(signIn, 'input');
    for (status of [0, 429, 503]) {
      find<HTMLFormElement>(signIn, 'form').requestSubmit();
      await waitUntil(() => words(signIn).includes(status === 0 ? 'does not answer' : `Not now: ${status}.`));
      await waitUntil(() => focusedNow() === field);
      expect([field.value, door.code.get()]).to.deep.equal(['7K2M-Q9XB-T4WD', '7K2M-Q9XB-T4WD']);
      field.blur();
    }
  });

  it('says that the connection is lost, and what it cannot read', async () => {
    const { element, door, view } = await show();
    door.asks.set({ ...view, line: 'lost' });
    await element.updateComplete;
    expect(words(element)).to.include('Connection lost: new asks are not shown.');
    await expect(element).to.be.accessible();
    door.asks.set({ ...view, problem: 'This page cannot read the asks.' });
    await element.updateComplete;
    expect(words(element)).to.include('This page cannot read the asks.');
  });

  it('lists devices and keys, renames, and asks before it removes', async () => {
    const { element, part, press, requests } = await show(({ path }) =>
      path === '/api/owner/devices'
        ? [200, list]
        : path === '/api/owner'
          ? [200, { signIn: true, signedIn: true }]
          : [204],
    );
    press(element, 'Devices and keys');
    await waitUntil(() =>
      element.shadowRoot?.querySelector('hw-devices')?.shadowRoot?.querySelector('section'),
    );
    const devices = part('hw-devices');
    for (const text of [
      'My phone',
      'Chrome on Android (this page)',
      'Firefox on Linux',
      'laptop',
      'not used yet',
    ])
      expect(words(devices)).to.include(text);
    expect(words(devices)).to.include('To add a passkey, sign in again');
    await expect(element).to.be.accessible();
    press(devices, 'Remove My phone');
    await devices.updateComplete;
    expect(requests.some(({ method }) => method === 'DELETE')).to.equal(false);
    press(devices, 'Keep');
    await devices.updateComplete;
    press(devices, 'Revoke laptop');
    await devices.updateComplete;
    press(devices, 'Revoke: yes');
    await waitUntil(() => requests.some(({ path }) => path === '/api/owner/agent-keys/laptop'));
    await waitUntil(() => !words(devices).includes('Revoke: yes'));
    expect(words(devices)).to.include('until 2026-03-20');
    await waitUntil(() => find(devices, '[aria-label="Remove kitchen"]').ariaDisabled === 'false');
    press(devices, 'Remove kitchen');
    await devices.updateComplete;
    press(devices, 'Remove: yes');
    await waitUntil(() => requests.some(({ path }) => path === '/api/owner/links/4'));
    await waitUntil(() => !words(devices).includes('Remove: yes'));
    press(devices, 'Rename My phone');
    await devices.updateComplete;
    await expect(element).to.be.accessible();
    find<HTMLInputElement>(devices, '#name').value = 'Old phone';
    find<HTMLFormElement>(devices, 'form').requestSubmit();
    await waitUntil(() => requests.some(({ method }) => method === 'PATCH'));
    expect(requests.find(({ method }) => method === 'PATCH')?.body).to.deep.equal({ name: 'Old phone' });
  });

  it('moves the focus from a pressed button to the heading of the part that takes its place', async () => {
    const { element } = await show(({ path }) =>
      path === '/api/owner/devices' ? [200, list] : [200, { sessions: [], letters: [], now: 0 }],
    );
    for (const [name, heading] of [
      ['Write to an agent, or see what it has changed', 'Write to an agent'],
      ['Notices on this device', 'Notices on this device'],
      ['Devices and keys', 'Devices and keys'],
    ] as const) {
      [...inside(element).querySelectorAll('button')]
        .find((button) => button.textContent.trim() === name)!
        .focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => focusedNow()?.tagName === 'H2', name);
      expect(focusedNow()?.textContent).to.equal(heading);
      (document.activeElement as HTMLElement).blur();
      focusedNow()?.blur();
    }
  });

  it('moves the focus to the asks when what happened is closed', async () => {
    localStorage.setItem('home-world.owner-seen', String(Date.now() - 7_200_000));
    try {
      const until = Date.now();
      const { element } = await show(({ path }) =>
        path.startsWith('/api/day')
          ? [200, sinceAnswer({ from: until - 7_200_000, until })]
          : [200, { signIn: true, signedIn: true }],
      );
      await import('../../../components/shared/since.ts');
      const close = () => find(element, 'hw-since').shadowRoot?.querySelector<HTMLElement>('.head button');
      await waitUntil(close);
      close()!.focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => focusedNow()?.id === 'open');
    } finally {
      localStorage.removeItem('home-world.owner-seen');
      sessionStorage.removeItem('home-world.absence');
    }
  });

  it('keeps the focus while the home is asked, and moves it near if the pressed button goes', async () => {
    let answer: readonly [number, unknown] = [503, { message: 'Not now.' }];
    const now = { ...list };
    const { element, part, press } = await show(
      ({ path, method }) => {
        if (path === '/api/owner/devices') return [200, now];
        if (method === 'GET') return [200, { signIn: true, signedIn: true }];
        if (answer[0] === 200) now.agentKeys = [];
        return answer;
      },
      [],
      true,
    );
    press(element, 'Devices and keys');
    await waitUntil(() => inside(element).querySelector('hw-devices')?.shadowRoot?.querySelector('section'));
    const devices = part('hw-devices');
    press(devices, 'Revoke laptop');
    await devices.updateComplete;
    find(devices, '.danger').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => words(devices).includes('Not now.'));
    expect(focusedNow() === find(devices, '.danger')).to.equal(true);
    answer = [200, {}];
    await waitUntil(() => find(devices, '.danger').ariaDisabled === 'false');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !words(devices).includes('laptop'));
    expect(focusedNow()?.textContent).to.equal('Agent keys');
  });

  it('moves the focus to the asks when a passkey is not wanted now', async () => {
    const { element, part } = await show(undefined, []);
    find(element, '.all').dispatchEvent(new CustomEvent('signed-in', { detail: 'code' }));
    await element.updateComplete;
    const later = [...inside(element).querySelectorAll('button')].find(
      (one) => one.textContent === 'Not now',
    )!;
    later.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focusedNow() === find(part('hw-ask-list'), '#open'));
  });

  it('moves the focus to the asks after the sign-in', async () => {
    let isIn = false;
    const { element, door, account, part } = await show(
      ({ method }) => {
        isIn ||= method === 'POST';
        return [200, { signIn: true, signedIn: isIn }];
      },
      [],
      true,
    );
    door.account.set({ ...account, state: 'visitor' });
    await element.updateComplete;
    find(part('hw-sign-in'), 'input').focus();
    await sendKeys({ type: '7K2M-Q9XB-T4WD' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => inside(element).querySelector('hw-ask-list'));
    await waitUntil(() => focusedNow() === find(part('hw-ask-list'), '#open'));
  });

  it('offers to read the devices again, and then says no longer that they cannot be read', async () => {
    let isUp = false;
    const { element, part, press } = await show(({ path }) =>
      path !== '/api/owner/devices'
        ? [200, { signIn: true, signedIn: true }]
        : isUp
          ? [200, list]
          : [503, { message: 'The home starts.' }],
    );
    press(element, 'Devices and keys');
    await waitUntil(() => inside(element).querySelector('hw-devices')?.shadowRoot?.querySelector('.problem'));
    const devices = part('hw-devices');
    expect(words(devices)).to.include('The home starts.');
    await expect(element).to.be.accessible();
    press(devices, 'Try again');
    await devices.updateComplete;
    await waitUntil(() => words(devices).includes('The home starts.'));
    isUp = true;
    press(devices, 'Try again');
    await waitUntil(() => words(devices).includes('My phone'));
    expect(words(devices)).to.not.include('The home starts.').and.not.include('Try again');
    expect(focusedNow() === find(devices, 'h2')).to.equal(true);
  });

  it('says beside its button why an action failed, and keeps the focus near', async () => {
    const { element, part, press } = await show(({ path, method }) => {
      if (path === '/api/owner/devices') return [200, list];
      return method === 'DELETE' || method === 'PATCH'
        ? [503, { message: `No ${path}.` }]
        : [200, { signIn: true, signedIn: true, fresh: true }];
    });
    press(element, 'Devices and keys');
    await waitUntil(() =>
      element.shadowRoot?.querySelector('hw-devices')?.shadowRoot?.querySelector('section'),
    );
    const devices = part('hw-devices');
    const focused = (): string => devices.shadowRoot?.activeElement?.textContent?.trim() ?? '';
    for (const [name, yes, path] of [
      ['Remove My phone', 'Remove: yes', '/api/owner/passkeys/1'],
      ['Sign out Firefox on Linux', 'Sign out: yes', '/api/owner/sign-ins/2'],
      ['Sign out everywhere', 'Sign out everywhere: yes', '/api/owner/sign-ins'],
      ['Revoke laptop', 'Revoke: yes', '/api/owner/agent-keys/laptop'],
      ['Remove kitchen', 'Remove: yes', '/api/owner/links/4'],
    ] as const) {
      const button = [...devices.shadowRoot!.querySelectorAll('button')].find(
        (one) => (one.ariaLabel ?? one.textContent)?.trim() === name,
      )!;
      const place = button.closest('li') ?? button.closest('section')!;
      button.focus();
      button.click();
      await devices.updateComplete;
      expect(focused()).to.equal('Keep');
      press(devices, yes);
      const said = (): string =>
        [...place.querySelectorAll('[role=status]')].at(-1)?.textContent?.trim() ?? '';
      await waitUntil(() => said() !== '', name);
      expect(said()).to.equal(`No ${path}.`);
      expect(devices.shadowRoot?.querySelectorAll('.problem')).to.have.length(1);
      await waitUntil(() => find(devices, '.danger').ariaDisabled === 'false');
      press(devices, 'Keep');
      await devices.updateComplete;
    }
    press(devices, 'Rename My phone');
    await devices.updateComplete;
    find<HTMLFormElement>(devices, 'form').requestSubmit();
    await waitUntil(() =>
      find(devices, 'ul[aria-label=Passkeys] [role=status]').textContent?.includes('passkeys/1'),
    );
    await expect(element).to.be.accessible();
  });

  it('says that the owner is still signed in if the home does not answer', async () => {
    const { element, press } = await show(({ method }) =>
      method === 'DELETE' ? [0] : [200, { signIn: true, signedIn: true }],
    );
    press(element, 'Sign out here');
    await waitUntil(() => words(element).includes('You are still signed in.'));
  });

  it('keeps what the owner has written when the home does not answer after a change', async () => {
    let isUp = true;
    const { element, part, press, requests } = await show(
      ({ path, method }) => {
        isUp &&= method !== 'DELETE';
        return path === '/api/owner/devices' ? [200, list] : isUp || method === 'DELETE' ? [200, {}] : [503];
      },
      [openAsk({ mayWrite: true })],
    );
    const written = find<HTMLTextAreaElement>(find(part('hw-ask-list'), 'hw-ask-card'), '#written');
    written.focus();
    await sendKeys({ type: 'A long answer' });
    press(element, 'Devices and keys');
    await waitUntil(() => inside(element).querySelector('hw-devices')?.shadowRoot?.querySelector('section'));
    const devices = part('hw-devices');
    press(devices, 'Revoke laptop');
    await devices.updateComplete;
    press(devices, 'Revoke: yes');
    await waitUntil(() => requests.at(-1)?.method === 'GET' && !isUp);
    await waitUntil(() => !words(devices).includes('Revoke: yes'));
    expect([written.isConnected, written.value]).to.deep.equal([true, 'A long answer']);
  });

  for (const [name, yes] of [
    ['Sign out here', undefined],
    ['Sign out everywhere', 'Sign out everywhere: yes'],
  ] as const)
    it(`is signed out after “${name}”, also if the home does not answer then`, async () => {
      let isUp = true;
      const { element, part, press } = await show(({ path, method }) => {
        isUp &&= method !== 'DELETE';
        if (path === '/api/owner/devices') return [200, list];
        return isUp || method === 'DELETE' ? [200, { signIn: true, signedIn: isUp }] : [503];
      });
      press(element, yes ? 'Devices and keys' : name);
      if (yes) {
        await waitUntil(() =>
          inside(element).querySelector('hw-devices')?.shadowRoot?.querySelector('section'),
        );
        press(part('hw-devices'), name);
        await part('hw-devices').updateComplete;
        press(part('hw-devices'), yes);
      }
      await waitUntil(() => inside(element).querySelector('hw-sign-in') ?? words(element).includes('Trying'));
      expect(inside(element).querySelector('hw-ask-list')).to.equal(null);
    });

  it('shows the sign-in, focused, if the home has signed the owner out but its answer was lost', async () => {
    let isSignedIn = true;
    const { element, press } = await show(({ method }) => {
      isSignedIn &&= method !== 'DELETE';
      return method === 'DELETE' ? [503] : [200, { signIn: true, signedIn: isSignedIn }];
    });
    [...inside(element).querySelectorAll('button')]
      .find(({ innerText }) => innerText === 'Sign out here')
      ?.focus();
    press(element, 'Sign out here');
    await waitUntil(() => inside(element).querySelector('hw-sign-in:focus-within'));
    expect(words(element)).not.to.include('You are still signed in.');
  });

  it('opens the changes of a session to which a link has led, and closes them', async () => {
    const { door } = ownerDoor([]);
    door.changesOf.set('0123456789abcdef');
    const element = await fixture<HwDoor>(html`<hw-door .door=${door}></hw-door>`);
    const dialog = () =>
      element.shadowRoot?.querySelector('hw-door-changes')?.shadowRoot?.querySelector('dialog');
    await waitUntil(() => dialog()?.open);
    expect(door.changesOf.get()).to.equal('');
    dialog()?.close();
    await waitUntil(() => !dialog());
  });
});
