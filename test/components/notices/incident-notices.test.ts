import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/notices/incident-notices.ts';
import type { HwIncidentNotices } from '../../../components/notices/incident-notices.ts';
import type { PushSupport } from '../../../data/push/push-browser.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';
import { slowly } from '../../helpers/slowly.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { find, inside, words } from '../app/home-state.ts';
import { fakeBrowser, fakeHome, subscription } from '../push-home.ts';

const subject = (id: string, kind: string) => ({ id, kind, name: `The ${id}` });

async function show(support?: PushSupport, storage: Storage = new MemoryStorage()) {
  const { io, requests } = fakeHome({
    'GET /api/history.json': () => [
      200,
      {
        subjects: [
          subject('portal:wiki', 'portal'),
          subject('portal:chat', 'portal'),
          subject('relay:a', 'relay'),
        ],
      },
    ],
    'GET /api/push': () => [200, { publicKey: 'the-key' }],
    'POST /api/push/subscriptions': ({ portals }: { portals: string[] }) => [201, { portals }],
  });
  const { browser, calls } = fakeBrowser(support);
  const element = await fixture<HwIncidentNotices>(
    html`<hw-incident-notices
      .io=${{ ...io, fetch: slowly(io.fetch) }}
      .browser=${browser}
      .storage=${storage}
    ></hw-incident-notices>`,
  );
  const says = (text: string) => waitUntil(() => words(element).includes(text), text);
  return { element, says, requests, calls };
}

describe('hw-incident-notices', () => {
  it('lets a visitor choose portals, and remembers them', async () => {
    const storage = new MemoryStorage();
    const { element, says, requests, calls } = await show(undefined, storage);
    await says('The portal:wiki');
    expect(words(element)).to.include('servers of the maker of this browser').and.not.include('relay');
    await expect(element).to.be.accessible();
    find<HTMLInputElement>(element, 'input[value=wiki]').click();
    find(element, 'button').focus();
    find(element, 'button').click();
    await says('through fcm.googleapis.com');
    expect(inside(element).activeElement === find(element, 'button')).to.equal(true);
    expect(calls).to.deep.equal(['subscribe the-key']);
    expect(requests.at(-1)?.body).to.deep.equal({ kind: 'visitor', subscription, portals: ['wiki'] });
    const again = await show(undefined, storage);
    await again.says('The portal:wiki');
    const box = find<HTMLInputElement>(again.element, 'input[value=wiki]');
    expect(box.checked).to.equal(true);
    box.click();
    find(again.element, 'button').click();
    await again.says('told of no incidents');
    expect(storage.length).to.equal(0);
  });

  it('says why there are no notices', async () => {
    const { element } = await show('insecure');
    expect(words(element)).to.include('HTTPS only');
    await expect(element).to.be.accessible();
  });
});
