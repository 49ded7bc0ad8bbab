import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Gateways } from '../../../../harness/bridge/cluster/gateways.ts';
import { LocalBus } from '../../../helpers/local-bus.ts';
import { Candidate } from '../../../../harness/resident/room/candidate.ts';
import { ResidentRoom } from '../../../../harness/resident/room/resident-room.ts';
import { readUnderstanding } from '../../../../harness/resident/model/resident-setup.ts';
import { StatusResident } from '../../../../harness/resident/answers/status-resident.ts';
import { until } from '../../../helpers/waiting.ts';

const HEARTBEAT_MS = 20;

/** A gateway with this number of visitors. */
function member(bus: LocalBus, visitors: number) {
  const room = new ResidentRoom(new StatusResident(readUnderstanding));
  return { room, gateways: new Gateways({ bus, room, visitors: () => visitors, heartbeatMs: HEARTBEAT_MS }) };
}

const scout = { name: 'Scout', place: 'local' as const, note: 'I am Scout.' };

describe('the gateways of a world', () => {
  test('know of each other, of the visitors and residents there, and of each change', async () => {
    const bus = new LocalBus();
    const one = member(bus, 2);
    const two = member(bus.join(), 3);
    const three = member(bus.join(), 5);
    const all = [one, two, three];
    await until('all know all', () => all.every(({ gateways }) => gateways.others.length === 2));
    assert.deepEqual(
      all.map(({ gateways }) => gateways.remoteVisitors),
      [8, 7, 5],
    );
    const residentOf = () => one.gateways.others.find(({ resident }) => resident)?.resident;
    const ignore = (): void => undefined;
    const agent = new Candidate({ ask: ignore, cancel: ignore, shownOut: ignore }, scout);
    two.room.enter(agent);
    await until('the resident is known', () => residentOf() !== undefined);
    assert.deepEqual(residentOf(), scout);
    let changes = 0;
    one.gateways.onChange(() => (changes += 1));
    agent.leave();
    await until('the resident is gone', () => residentOf() === undefined);
    assert.equal(changes, 1);
    for (const { gateways } of all) gateways.close();
  });

  test('are gone at their good-bye, and after four silent beats', async () => {
    const bus = new LocalBus();
    const [one, two] = [member(bus, 0), member(bus.join(), 1)];
    const killed = bus.join();
    member(killed, 1);
    await until('one knows both', () => one.gateways.others.length === 2);
    let changes = 0;
    one.gateways.onChange(() => (changes += 1));
    two.gateways.close();
    await until('the good-bye came', () => !one.gateways.has(two.gateways.id));
    // This gateway now behaves as after SIGKILL: it publishes nothing more, neither a good-bye nor a
    // heartbeat.
    killed.publish = () => undefined;
    await until('the silent one is gone', () => one.gateways.others.length === 0);
    assert.deepEqual([changes, one.gateways.remoteVisitors], [2, 0]);
    one.gateways.close();
  });

  test('take nothing from a text that does not fit, and no more than 256 others', async () => {
    const bus = new LocalBus();
    const { gateways } = member(bus, 0);
    const stranger = bus.join();
    const tell = (more: object): void =>
      stranger.publish('gateways', JSON.stringify({ gateway: 'x', visitors: 1, ...more }));
    stranger.publish('gateways', '{');
    for (const more of [{ gateway: 'a b' }, { visitors: -1 }, { visitors: 1e9 }, { resident: {} }])
      tell(more);
    tell({ resident: { ...scout, name: 'x'.repeat(5_000) } });
    tell({ gateway: gateways.id });
    for (let index = 0; index < 300; index += 1) tell({ gateway: `g${index}` });
    await until('those that fit are known', () => gateways.has('g0'));
    assert.equal(gateways.others.length, 256);
    gateways.close();
  });
});
