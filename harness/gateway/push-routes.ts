import { createECDH } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { hostOf } from '../../data/core/http.ts';
import { MAX_FOLLOWED, deviceSettings } from '../../data/push/push-settings.ts';
import { word } from '../../data/readings/schemas/bounds.ts';
import { TokenBucket } from '../../data/core/token-bucket.ts';
import { addressOf } from '../bridge/routes.ts';
import { AddressBudgets, perHour } from '../core/address-budgets.ts';
import { siteMark } from '../core/networks.ts';
import { sameToken } from '../core/secret.ts';
import { noStore, refuse } from '../http/conditional.ts';
import { refuseOtherMethods } from '../http/server-app.ts';
import type { SignIns } from '../keys/sign-ins.ts';
import { type PushDesk, signInName } from '../push/push-desk.ts';
import { vapidOf } from '../push/push-service.ts';
import { MAX_VISITORS, type PushStore, type Subscription } from '../push/push-store.ts';
import { refuseCrossSite, refuseSignedOut, refuseVisitors } from './owner/owner-request.ts';
import { pageOriginOf } from '../core/request-origin.ts';

const PUSH = '/api/push';
const SUBSCRIPTIONS = '/api/push/subscriptions';
const TEST = '/api/push/test';
const LOOKING = '/api/push/looking';
const MAX_BODY_BYTES = 8 * 1024;
/** How often the visitors of one address may change what they follow. */
const VISITOR_CHANGES = perHour(20);
/** After this time an address has three of its changes again. */
const WAIT_SECONDS = 600;
const TESTS = { burst: 5, perSecond: 1 / 60 };

/**
 * The push services of Chrome, Edge, Firefox and Safari. Strangers cannot make the home send to other
 * servers.
 */
const KNOWN_SERVICES =
  /^https:\/\/(?:fcm\.googleapis\.com|[\w.-]+\.push\.services\.mozilla\.com|[\w.-]+\.push\.apple\.com|[\w.-]+\.notify\.windows\.com)\//;

const isEndpoint = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
};

/** Whether these bytes are a point of the curve P-256, to which the home can encrypt. */
function isPublicKey(text: string): boolean {
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    return own.computeSecret(Buffer.from(text, 'base64url')).length > 0;
  } catch {
    return false;
  }
}

const auth = v.pipe(v.string(), v.regex(/^[\w-]{22}$/));
/** An uncompressed point, and 16 bytes: https://www.rfc-editor.org/rfc/rfc8291#section-3.2 */
const subscription = v.object({
  endpoint: v.pipe(word(1000), v.check(isEndpoint)),
  keys: v.object({ p256dh: v.pipe(v.string(), v.regex(/^B[\w-]{86}$/), v.check(isPublicKey)), auth }),
});
const putBody = v.variant('kind', [
  v.object({ kind: v.literal('owner'), subscription, settings: deviceSettings }),
  v.object({
    kind: v.literal('visitor'),
    subscription,
    portals: v.pipe(v.array(word(200)), v.maxLength(MAX_FOLLOWED)),
  }),
]);
type PutBody = v.InferOutput<typeof putBody>;
const deleteBody = v.variant('kind', [
  v.object({ kind: v.literal('owner') }),
  v.object({ kind: v.literal('visitor'), endpoint: word(1000), auth }),
]);
const lookingBody = v.object({ page: v.pipe(v.string(), v.regex(/^[\w-]{8,40}$/)), visible: v.boolean() });

export interface PushHome {
  readonly store: PushStore;
  readonly desk: PushDesk;
  readonly signIns: SignIns;
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}

const NO_SUBSCRIPTION = 'This is not a push subscription of a browser.';

/** The sign-in of the owner’s browser that sent a request; undefined for visitors. */
function signInOf({ signIns }: PushHome, { headers }: FastifyRequest): string | undefined {
  const found = signIns.find(headers);
  return found && signInName(found);
}

const deviceOf = (home: PushHome, request: FastifyRequest): Subscription | undefined => {
  const signIn = signInOf(home, request);
  return home.store.subscriptions.find(({ device }) => signIn !== undefined && device?.signIn === signIn);
};

const shownDevice = ({ endpoint, device }: Subscription): object => ({
  host: hostOf(endpoint),
  endpoint,
  settings: device?.settings,
});

/** Whether the sender lacks the secret of a known subscription, which only its own browser has. */
const isOthers = (
  { store }: PushHome,
  { endpoint, keys }: Extract<PutBody, object>['subscription'],
): boolean => {
  const known = store.subscriptions.find((one) => one.endpoint === endpoint);
  return known !== undefined && !sameToken(keys.auth, known.keys.auth);
};

const put =
  (home: PushHome, budgets: AddressBudgets) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { store, desk, publicUrl } = home;
    const body = v.safeParse(putBody, request.body);
    if (!body.success) return refuse(reply, 400, NO_SUBSCRIPTION);
    const { output } = body;
    const base = publicUrl ?? `${pageOriginOf(request, publicUrl)}/`;
    if (output.kind === 'owner') {
      const signIn = signInOf(home, request);
      if (signIn === undefined) return refuseSignedOut(reply);
      if (isOthers(home, output.subscription)) return refuse(reply, 403, NO_SUBSCRIPTION);
      store.putDevice(output.subscription, base, { signIn, settings: output.settings });
      desk.checkSoon();
      const device = deviceOf(home, request);
      return noStore(reply)
        .code(201)
        .send({ device: device && shownDevice(device) });
    }
    if (!KNOWN_SERVICES.test(output.subscription.endpoint))
      return refuse(reply, 403, 'The home does not know the push service of this browser.');
    if (isOthers(home, output.subscription)) return refuse(reply, 403, NO_SUBSCRIPTION);
    const address = addressOf(request);
    if (!budgets.take(address))
      return refuse(
        reply.header('retry-after', WAIT_SECONDS),
        429,
        'Too many changes from this address. Try again later.',
      );
    if (!store.putPortals(output.subscription, base, [...new Set(output.portals)], siteMark(address)))
      return refuse(reply, 503, `${MAX_VISITORS} browsers follow portals of this home: that is its limit.`);
    return noStore(reply).code(201).send({ portals: output.portals });
  };

const remove =
  (home: PushHome) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = v.safeParse(deleteBody, request.body);
    if (!body.success) return refuse(reply, 400, 'Say whose subscription it is: {"kind": "owner"}.');
    const { output } = body;
    if (output.kind === 'owner') {
      const signIn = signInOf(home, request);
      if (signIn === undefined) return refuseSignedOut(reply);
      home.store.removeDevices([signIn]);
    } else {
      const known = home.store.subscriptions.find(({ endpoint }) => endpoint === output.endpoint);
      if (!known || !sameToken(output.auth, known.keys.auth))
        return refuse(reply, 404, 'The home does not know this subscription.');
      home.store.putPortals(known, known.home, []);
    }
    return noStore(reply).code(204).send();
  };

/** Sends a notice to the device that asks for it, and says what its push service answered. */
const test =
  (home: PushHome, bucket: TokenBucket) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const device = deviceOf(home, request);
    if (!device) return refuse(reply, 404, 'This device gets no notices yet.');
    if (!bucket.take())
      return refuse(reply.header('retry-after', 60), 429, 'Too many tests. Try again in a minute.');
    const outcome = await home.desk.test(device);
    if (outcome.result === 'gone') home.store.remove(device.id);
    return noStore(reply).send({
      result: outcome.result,
      host: hostOf(device.endpoint),
      ...('cause' in outcome && { cause: outcome.cause }),
    });
  };

/**
 * Notices for browsers (docs/push.md): the key of the home, subscriptions, a test, and whether the owner
 * looks at a page now.
 */
export const pushRoutes =
  (home: PushHome): FastifyPluginAsync =>
  async (app) => {
    const { store, desk, signIns, now } = home;
    const owner = refuseVisitors(signIns);
    const limited = { bodyLimit: MAX_BODY_BYTES };
    refuseOtherMethods(app, PUSH, ['GET', 'HEAD']);
    refuseOtherMethods(app, SUBSCRIPTIONS, ['POST', 'DELETE']);
    for (const url of [TEST, LOOKING]) refuseOtherMethods(app, url, ['POST']);

    app.get(PUSH, async (request, reply) => {
      const device = deviceOf(home, request);
      const { publicKey } = await vapidOf(store);
      return noStore(reply).send({ publicKey, ...(device && { device: shownDevice(device) }) });
    });
    const budgets = new AddressBudgets(now, VISITOR_CHANGES);
    const sweeping = setInterval(() => budgets.sweep(), WAIT_SECONDS * 1000).unref();
    app.addHook('onClose', async () => clearInterval(sweeping));
    app.post(SUBSCRIPTIONS, { ...limited, onRequest: refuseCrossSite }, put(home, budgets));
    app.delete(SUBSCRIPTIONS, { ...limited, onRequest: refuseCrossSite }, remove(home));
    app.post(TEST, { ...limited, onRequest: owner }, test(home, new TokenBucket(TESTS, now)));
    app.post(LOOKING, { ...limited, onRequest: owner }, async (request, reply) => {
      const body = v.safeParse(lookingBody, request.body);
      if (!body.success) return refuse(reply, 400, 'Send {"page": "…", "visible": true}.');
      desk.looking.set(signInOf(home, request) ?? '', body.output.page, body.output.visible);
      desk.checkSoon();
      return noStore(reply).code(204).send();
    });
  };
