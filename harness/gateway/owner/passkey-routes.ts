import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyContextConfig, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { errorMessage } from '../../../data/core/text.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import { refuseWrongSecret } from '../../http/access.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import { Challenges } from '../../keys/challenges.ts';
import type { Keys } from '../../keys/keys.ts';
import { type RelyingParty, relyingPartyOf } from '../../keys/passkeys.ts';
import { browserOf, isSecure, refuseCrossSite, refuseStaleSignIns } from './owner-request.ts';
import { pageOriginOf } from '../../core/request-origin.ts';

const REGISTER = '/api/owner/passkeys';
const SIGN_IN = '/api/owner/sign-in';
/** The answer of an authenticator; with a post-quantum key it has some kilobytes. */
const MAX_BODY_BYTES = 32 * 1024;
const NO_ANSWER = 'This is not the answer of an authenticator.';
const TOO_LATE = 'This took too long, or was sent twice. Try again.';

const text = v.pipe(v.string(), v.maxLength(20_000));
/** The library checks the rest: https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */
const credential = <const Fields extends v.ObjectEntries>(response: Fields) =>
  v.looseObject({ id: text, rawId: text, type: v.literal('public-key'), response: v.looseObject(response) });
const registerBody = v.object({
  name: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(60))),
  credential: credential({ clientDataJSON: text, attestationObject: text }),
});
const signInBody = v.object({
  credential: credential({ clientDataJSON: text, authenticatorData: text, signature: text }),
});

interface PasskeyHome {
  readonly keys: Keys;
  readonly guard: TokenGuard;
  readonly publicUrl: string | undefined;
  readonly homeName: () => string;
  readonly now: () => number;
  readonly log: (line: string, level: 'info' | 'error') => void;
}

type Parts = PasskeyHome & { readonly challenges: Challenges };
type Handler = (request: FastifyRequest, reply: FastifyReply, party: RelyingParty) => Promise<FastifyReply>;

/** Creates the options for a new passkey. */
const registrationOptions =
  ({ keys, challenges, homeName }: Parts): Handler =>
  async (request, reply, party) => {
    const options = await keys.passkeys.registration(party, homeName());
    return noStore(reply)
      .header('set-cookie', challenges.cookie('register', options.challenge, isSecure(request)))
      .send(options);
  };

/** Stores a new passkey. */
const register =
  ({ keys, challenges, log }: Parts): Handler =>
  async (request, reply, party) => {
    const body = v.safeParse(registerBody, request.body);
    if (!body.success) return refuse(reply, 400, NO_ANSWER);
    const challenge = challenges.use('register', request.headers);
    if (challenge === undefined) return refuse(reply, 400, TOO_LATE);
    const { credential: answer, name = browserOf(request) } = body.output;
    try {
      await keys.passkeys.register(party, challenge, answer as unknown as RegistrationResponseJSON, name);
    } catch (error) {
      return refuse(reply, 400, `The passkey was not stored: ${errorMessage(error)}.`);
    }
    log('the owner added a passkey', 'info');
    return noStore(reply).code(201).send({ passkeys: keys.passkeys.list() });
  };

/** Creates the options for a sign-in. */
const signInOptions =
  ({ keys, challenges }: Parts): Handler =>
  async (request, reply, party) => {
    const options = await keys.passkeys.authentication(party);
    return noStore(reply)
      .header('set-cookie', challenges.cookie('sign-in', options.challenge, isSecure(request)))
      .send(options);
  };

/** Signs the owner in. */
const signIn =
  ({ keys, challenges, guard, log }: Parts): Handler =>
  async (request, reply, party) => {
    const body = v.safeParse(signInBody, request.body);
    if (!body.success) return refuse(reply, 400, NO_ANSWER);
    const useChallenge = () => challenges.use('sign-in', request.headers);
    const answer = body.output.credential as unknown as AuthenticationResponseJSON;
    let passkey: number;
    try {
      passkey = await keys.passkeys.authenticate(party, useChallenge, answer);
    } catch (error) {
      const problem = `a sign-in with a passkey was refused: ${errorMessage(error)}`;
      log(problem, 'error');
      return refuseWrongSecret(request, reply, guard, `${problem.replace(/^a/, 'A')}.`);
    }
    const cookie = keys.signIns.begin({
      browser: browserOf(request),
      passkey,
      isSecure: isSecure(request),
      replaces: request.headers,
    });
    return noStore(reply).header('set-cookie', cookie).send({ signIn: true, signedIn: true });
  };

/**
 * The owner’s passkeys: the page first gets options from `…/options`, then sends the result to the path
 * without `/options`. A challenge in a cookie connects the two requests.
 */
export const passkeyRoutes =
  (home: PasskeyHome): FastifyPluginAsync =>
  async (app) => {
    const parts: Parts = { ...home, challenges: new Challenges(home.now) };
    const post = (
      url: string,
      onRequest: typeof refuseCrossSite,
      handle: Handler,
      config: FastifyContextConfig = {},
    ): void => {
      refuseOtherMethods(app, url, ['POST']);
      app.post(url, { config, onRequest, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
        const party = relyingPartyOf(pageOriginOf(request, home.publicUrl));
        return 'problem' in party ? refuse(reply, 409, party.problem) : handle(request, reply, party);
      });
    };
    const fresh = refuseStaleSignIns(home.keys.signIns);
    post(`${REGISTER}/options`, fresh, registrationOptions(parts));
    post(REGISTER, fresh, register(parts));
    post(`${SIGN_IN}/options`, refuseCrossSite, signInOptions(parts), { access: 'open' });
    post(SIGN_IN, refuseCrossSite, signIn(parts), { access: 'open' });
  };
