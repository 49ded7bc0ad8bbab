import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digest, live, portalsWith } from './day.ts';

describe('the portals of the digest', () => {
  it('count as offline when the registry says so, as on the panel', () => {
    const [one, two] = portalsWith({ one: '++', two: '' });
    assert.ok(one && two);
    const closed = { ...two, record: { ...two.record, readiness_state: 'offline' as const } };
    assert.match(
      digest({ portals: live([one, closed]) }),
      /Of two portals, one is online and one offline\. Offline: The two\./u,
    );
  });

  it('have the time of their last change, or only the closed ones are named', () => {
    const turn = (pattern: string) => {
      const text = digest({ portals: live(portalsWith({ one: pattern })) });
      return /The one went ([^.]+)\./u.exec(text)?.[1];
    };
    assert.deepEqual(['', '+', '---', '+-', '-+-++', '+-+---'].map(turn), [
      undefined,
      undefined,
      undefined,
      'offline one minute ago',
      'online two minutes ago',
      'offline three minutes ago',
    ]);
    assert.match(
      digest({ portals: live(portalsWith({ forge: '---', mill: '--' })) }),
      /Of two portals, none is online and two offline\. Offline: The forge and The mill\./u,
    );
  });
});
