import { ownerRequest } from '../owner/owner-request.ts';
import { asksAnswer } from './ask.ts';
import { openAsks } from './asks-view.ts';

/** How many asks are open; 0 for visitors, and while the home does not answer. */
export async function countOpenAsks(base: string, fetch = globalThis.fetch): Promise<number> {
  const result = await ownerRequest({ base, fetch: (...request) => fetch(...request) }, 'api/asks', {
    schema: asksAnswer,
  });
  return result.ok ? openAsks(result.value).length : 0;
}
