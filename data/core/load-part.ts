import type { PageState } from './page-state.ts';

/**
 * Loads a part of the page that comes in a file of its own. A notice calls it `name`: it is in
 * `state.missingParts` from a failed attempt until a later one succeeds. Rejects as `load` does.
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
