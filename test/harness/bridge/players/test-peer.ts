import type { PresenceServerFrame } from '../../../../data/presence/protocol.ts';
import type { Players } from '../../../../harness/bridge/players/players.ts';

type PlayerPeer = Parameters<Players['leave']>[0];

/** A page that keeps what it is sent. */
export class TestPeer implements PlayerPeer {
  readonly ip: string;
  readonly role: PlayerPeer['role'];
  readonly session: string | undefined;
  bufferedBytes = 0;
  readonly heard: string[] = [];

  constructor(session?: number, role: PlayerPeer['role'] = 'visitor', ip = '203.0.113.9') {
    this.ip = ip;
    this.session = session === undefined ? undefined : `${session}`;
    this.role = role;
  }

  send(frame: object): void {
    this.sendText(JSON.stringify(frame));
  }

  sendText(text: string): void {
    this.heard.push(text);
  }

  /** What has come since the last call. */
  take(): (PresenceServerFrame | { type: 'error'; code: string; message: string })[] {
    return this.heard.splice(0).map((text) => JSON.parse(text) as PresenceServerFrame);
  }
}
