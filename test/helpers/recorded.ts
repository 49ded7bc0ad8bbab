import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'recorded');

export const recordedText = (path: string): string => readFileSync(join(folder, path), 'utf8');

/**
 * A recorded answer of a real upstream, by its path in `test/recorded`. The caller names its type.
 */
export const recorded = <T = unknown>(path: string): T => JSON.parse(recordedText(path)) as T;
