import { type ECDH, createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';
import type { BrowserSubscription } from '../../../data/push/push-browser.ts';

const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const ONE = Buffer.from([1]);

/** What a browser keeps of a subscription. */
export interface Receiver {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

export const newReceiver = (): Receiver => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
};

/** What it gives to the home. */
export const subscriptionOf = ({ ecdh, auth }: Receiver, endpoint: string): BrowserSubscription => ({
  endpoint,
  keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
});

/**
 * Decrypts a message as a browser does: RFC 8291, 3.3 and 3.4, with the header and the single record of RFC 8188, 2.
 */
export function decrypt({ ecdh, auth }: Receiver, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const prkKey = hmac(auth, ecdh.computeSecret(sender));
  const ikm = hmac(prkKey, text('WebPush: info\0'), ecdh.getPublicKey(), sender, ONE);
  const prk = hmac(salt, ikm);
  const key = hmac(prk, text('Content-Encoding: aes128gcm\0'), ONE).subarray(0, 16);
  const nonce = hmac(prk, text('Content-Encoding: nonce\0'), ONE).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The delimiter of the last record, then zeros: RFC 8188, 2.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
