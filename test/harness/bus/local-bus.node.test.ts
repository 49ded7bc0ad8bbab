import { LocalBus } from '../../helpers/local-bus.ts';
import { busContract } from './bus-contract.ts';

busContract('the bus in one process', async (count) => {
  const first = new LocalBus();
  return [first, ...Array.from({ length: count - 1 }, () => first.join())];
});
