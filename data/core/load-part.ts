import type { PageState } from './page-state.ts';

/**
 * Loads a part of the page from its own file. After a failure `name` is in `state.missingParts`, for a
 * notice, until a later attempt succeeds. Rejects like `load`.
 */
export async function loadPart<T>(
  { missingParts }: Pick<PageState, 'missingParts'>,
  name: string,
  load: () => Promise<T>,
): Promise<T> {
  const others = (): string[] => missingParts.get().filter((missing) => missing !== name);
  try {
    const part = await load();
    if (missingParts.get().includes(name)) missingParts.set(others());
    return part;
  } catch (error) {
    missingParts.set([...others(), name]);
    throw error;
  }
}
