/** Records checks until it is killed, and prints the number of each that is written. */
import { History } from '../../../harness/history/history.ts';
import { NOON, wiki } from './histories.ts';

let now = NOON;
const history = new History(process.argv[2] ?? '', { now: () => now, uptime: () => now - NOON });
let count = 0;
const recordOne = (): void => {
  const online = count < 5;
  history.record([{ id: wiki.id, at: now, online, latencyMs: online ? 30 : null, cause: 'it answered 503' }]);
  // All of them within the half hour that the test looks at.
  now += 1_000;
  count += 1;
  process.stdout.write(`${count}\n`);
  if (count < 1_000) setImmediate(recordOne);
  else setInterval(() => undefined, 60_000);
};
recordOne();
