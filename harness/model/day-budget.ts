import { join } from 'node:path';
import type { FlagValues } from '../core/options.ts';
import { Budget } from './budget.ts';
import { readBudget } from './model-flags.ts';

/** What the model may use a day, and has used; conversations and plays count into the same. */
export const dayBudget = (values: FlagValues, data: string, log: (line: string) => void): Budget =>
  new Budget(join(data, 'model-usage.json'), readBudget(values), { log });
