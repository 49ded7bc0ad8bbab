import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../recorded/otlp');

/** A recorded export, as text. */
export const recordedExport = (
  name: 'claude-code-logs' | 'claude-code-metrics' | 'codex-logs' | 'gemini-logs' | 'gemini-metrics',
): string => readFileSync(join(folder, `${name}.json`), 'utf8');
