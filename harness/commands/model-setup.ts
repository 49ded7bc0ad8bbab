import { join } from 'node:path';
import type { FlagValues } from '../core/options.ts';
import { Budget } from '../resident/model/budget.ts';
import type { ModelResident, ModelResidentOptions } from '../resident/model/model-resident.ts';
import type { ModelProblem } from '../resident/model/model-error.ts';
import { Notes } from '../resident/model/notes.ts';
import { UserError, codeOf } from '../core/user-error.ts';
import { placeOf, readBudget, readModelChoice } from './model-flags.ts';

/** The files of the model in the data folder. */
const files = { persona: 'persona.md', notes: 'notes.md', usage: 'model-usage.json' } as const;

export const notesFile = (data: string): string => join(data, files.notes);

/** The exit code of each problem, for scripts and cron (docs/resident.md). */
export const modelExitCodes: Readonly<Record<ModelProblem, number>> = {
  key: 4,
  model: 4,
  'too-long': 4,
  filter: 4,
  'no-tools': 4,
  redirect: 4,
  refused: 4,
  budget: 5,
  busy: 6,
  'rate-limit': 6,
  timeout: 7,
  cut: 7,
  empty: 7,
  network: 7,
  provider: 7,
};

/** What the model may use a day, and has used; conversations and plays count into the same. */
export const dayBudget = (values: FlagValues, data: string, log: (line: string) => void): Budget =>
  new Budget(join(data, files.usage), readBudget(values), { log });

/** An update may need packages that the installation does not have yet. */
async function loadResident() {
  try {
    return await import('../resident/model/model-resident.ts');
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError(
      'The packages that speak with a model are not installed.',
      'Run “npm install” in the folder of the program, and start again.',
    );
  }
}

/**
 * The resident that the flags choose; undefined without a model. Throws a `UserError`. The libraries
 * of a model are loaded here, so that a home without one starts no slower.
 */
export async function modelResident(
  values: FlagValues,
  env: NodeJS.ProcessEnv,
  data: string,
  more: Pick<ModelResidentOptions, 'log' | 'onProblem' | 'isDemo'>,
): Promise<ModelResident | undefined> {
  const choice = readModelChoice(values, env);
  const budget = dayBudget(values, data, more.log);
  if (!choice) return undefined;
  const { ModelResident } = await loadResident();
  return new ModelResident({
    ...more,
    choice,
    place: placeOf(choice),
    budget,
    notes: new Notes(notesFile(data)),
    personaFile: join(data, files.persona),
  });
}
