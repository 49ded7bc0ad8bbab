import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withHome } from '../../helpers.ts';
import { postJson } from '../../requests.ts';

const publicUrl = 'https://home.example/';
const post = (url: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/owner${path}`, { method: 'POST', headers });

describe('a passkey of the owner', () => {
  test('is asked for without a name: a stranger learns of none', async () => {
    await withHome({ publicUrl }, async ({ url }) => {
      const response = await post(url, '/sign-in/options');
      const options = (await response.json()) as Record<string, unknown>;
      assert.equal(options['rpId'], 'home.example');
      assert.equal(options['userVerification'], 'required');
      assert.deepEqual(options['allowCredentials'] ?? [], []);
      assert.match(
        response.headers.get('set-cookie') ?? '',
        /^home-world-challenge=.*HttpOnly; SameSite=Strict/,
      );
    });
  });

  test('that the home does not know uses up no challenge', async () => {
    await withHome({ publicUrl }, async ({ url }) => {
      const options = await post(url, '/sign-in/options');
      const cookie = options.headers.get('set-cookie')?.split(';')[0] ?? '';
      const credential = {
        id: 'unknown',
        rawId: 'unknown',
        type: 'public-key',
        response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
      };
      const messages: string[] = [];
      for (let sent = 0; sent < 2; sent += 1) {
        const response = await postJson(`${url}/api/owner/sign-in`, { credential }, { cookie });
        assert.equal(response.status, 401);
        messages.push(((await response.json()) as { message: string }).message);
      }
      for (const message of messages) assert.match(message, /does not know the passkey/);
    });
  });

  test('is added only soon after a sign-in', async () => {
    const clock = { now: Date.now() };
    await withHome({ publicUrl, now: () => clock.now }, async ({ url, app }) => {
      assert.equal((await post(url, '/passkeys/options')).status, 401);
      const cookie = app.home.keys.signIns.begin({ browser: 'A test', isSecure: false }).split(';')[0] ?? '';
      const options = await post(url, '/passkeys/options', { cookie });
      assert.equal(options.status, 200);
      const { authenticatorSelection, user } = (await options.json()) as {
        authenticatorSelection: { residentKey: string };
        user: { id: string };
      };
      // A browser finds the passkey by itself only if the passkey is stored with its user.
      assert.equal(authenticatorSelection.residentKey, 'required');
      assert.match(user.id, /^[\w-]{43}$/);
      clock.now += 11 * 60_000;
      assert.equal((await post(url, '/passkeys/options', { cookie })).status, 403);
    });
  });
});

test('a browser that signs in again has one sign-in', async () => {
  await withHome({}, async ({ url, app }) => {
    const signIn = async (cookie = ''): Promise<string> => {
      const response = await postJson(`${url}/api/owner`, { code: app.home.keys.codes.make() }, { cookie });
      return response.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    const first = await signIn();
    const second = await signIn(first);
    assert.equal(app.home.keys.signIns.list().length, 1);
    assert.equal(app.home.keys.signIns.find({ cookie: first }), undefined);
    assert.ok(app.home.keys.signIns.find({ cookie: second }));
    await signIn();
    assert.equal(app.home.keys.signIns.list().length, 2);
  });
});
