import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { errorMessage } from '../core/text.ts';
import { type Outcome, type OwnerIo, ownerRequest } from './owner-request.ts';

/** This file is loaded when a passkey is used, because most visits need none. */

const SIGN_IN = 'api/owner/sign-in';
const PASSKEYS = 'api/owner/passkeys';

/** An error of the browser in plain words: https://www.w3.org/TR/webauthn-3/#sctn-createCredential */
function browserProblem(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used: it was cancelled, it took too long, or this device has none for this home.';
  if (name === 'InvalidStateError') return 'This device already has a passkey for this home.';
  return `The browser did not use a passkey: ${errorMessage(error)}`;
}

/** Gets options from the home, has the browser ask the person, and sends the result. */
async function confirm<Options>(
  io: OwnerIo,
  path: string,
  ask: (options: Options) => Promise<unknown>,
): Promise<Outcome<unknown>> {
  const options = await ownerRequest(io, `${path}/options`, { method: 'POST' });
  if (!options.ok) return options;
  let credential: unknown;
  try {
    // The browser checks the options.
    credential = await ask(options.value as Options);
  } catch (error) {
    return { ok: false, status: 0, message: browserProblem(error) };
  }
  return ownerRequest(io, path, { method: 'POST', body: { credential } });
}

/** Signs the owner in with a passkey. */
export const signInWithPasskey = (io: OwnerIo): Promise<Outcome<unknown>> =>
  confirm(io, SIGN_IN, (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
    startAuthentication({ optionsJSON }),
  );

/** Makes a passkey on this device and adds it. The sign-in has to be fresh. */
export const addPasskey = (io: OwnerIo): Promise<Outcome<unknown>> =>
  confirm(io, PASSKEYS, (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
    startRegistration({ optionsJSON }),
  );
