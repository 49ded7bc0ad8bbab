import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PortalOrder } from '../../../world/portals/portal-order.ts';
import type { PortalViewModel } from '../../../world/portals/portal-view-model.ts';

const view = (id: string, presence: PortalViewModel['presence']): PortalViewModel => ({
  record: { id, world_category: 'sim' },
  id,
  name: id,
  line: '',
  color: undefined,
  presence,
  readiness: 'active',
  access: 'public',
  glimpse: undefined,
  label: id,
  entrance: { open: false, reason: '' },
  actionLabel: '',
});
const ids = (views: readonly PortalViewModel[]): string[] => views.map(({ id }) => id);

it('portals that are offline at first get the last places, the others keep the order of the registry', () => {
  const order = new PortalOrder();
  const first = [view('a', 'offline'), view('b', 'unknown'), view('c', 'offline'), view('d', 'online')];
  assert.deepEqual(ids(order.sort(first)), ['b', 'd', 'a', 'c']);
});

it('a portal keeps its place when its state changes, and a new one follows', () => {
  const order = new PortalOrder();
  order.sort([view('a', 'unknown'), view('b', 'offline')]);
  const later = [view('n', 'online'), view('a', 'offline'), view('b', 'online')];
  assert.deepEqual(ids(order.sort(later)), ['a', 'b', 'n']);
});

it('the arch that stands for a missing registry takes no place', () => {
  const order = new PortalOrder();
  assert.deepEqual(ids(order.sort([view('', 'offline')])), ['']);
  assert.deepEqual(ids(order.sort([view('a', 'offline'), view('b', 'online')])), ['b', 'a']);
});
