import { type ClientFrame, PROTOCOL_VERSION } from '../../../data/chat/protocol.ts';
import { closeCodes, errorFrame, type Peer } from './peer.ts';
import { TOO_MANY_WRONG_TOKENS, type TokenGuard } from './token-guard.ts';

/** Whether a hello was refused: it is of another version, or lacks the token that its role needs. */
export function refuseHello(
  peer: Peer,
  { version, role, token }: Extract<ClientFrame, { type: 'hello' }>,
  guard: TokenGuard,
): boolean {
  if (version !== PROTOCOL_VERSION) {
    const message = `This home speaks version ${PROTOCOL_VERSION} of the protocol, not ${version}.`;
    peer.send(errorFrame('bad-frame', message));
    peer.close(closeCodes.protocol, 'another protocol version');
    return true;
  }
  if (role === 'visitor') return false;
  const result = guard.check(peer.ip, token);
  if (result === 'right') return false;
  if (result === 'too-many') {
    peer.send(errorFrame('rate-limited', TOO_MANY_WRONG_TOKENS));
    peer.close(closeCodes.tryLater, 'too many wrong tokens');
    return true;
  }
  peer.send(errorFrame('unauthorized', `The role ${role} needs the bridge’s token.`));
  peer.close(closeCodes.policy, 'unauthorized');
  return true;
}
