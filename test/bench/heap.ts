import type { CDPSession } from '@playwright/test';

/**
 * The kinds of objects that scripts create. The rest of the heap belongs to the engine (compiled code and
 * type feedback) and to the browser's own records of the page.
 */
const OWN = new Set([
  'object',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'number',
  'regexp',
  'symbol',
  'bigint',
]);

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] } };
  readonly nodes: number[];
}

/**
 * Bytes of the page's own objects that are alive after a collection. `usedSize` would also count the
 * functions compiled meanwhile, and every network answer, because DevTools is attached.
 */
export async function ownBytes(cdp: CDPSession): Promise<number> {
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }): void => void chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', take);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let i = 0; i < nodes.length; i += fields.length)
    if (OWN.has(types[0][nodes[i + type] as number] ?? '')) bytes += nodes[i + size] as number;
  return bytes;
}
