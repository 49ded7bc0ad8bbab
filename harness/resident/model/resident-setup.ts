import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programFolder } from '../../core/folders.ts';
import type { FlagValues } from '../../core/options.ts';
import type { ModelResident, ModelResidentOptions } from './model-resident.ts';
import { Notes } from './notes.ts';
import { UserError, codeOf } from '../../core/user-error.ts';
import { dayBudget, placeOf, readModelChoice } from '../../model/model-flags.ts';
import { StatusResident } from '../answers/status-resident.ts';
import { Understanding } from '../understanding.ts';

/** The examples of questions, beside the program. */
export const QUESTIONS_FILE = join(programFolder, 'training/data/questions.txt');

let understanding: Promise<Understanding> | undefined;

/** What the resident without a model understands; read once, with the first question. */
export const readUnderstanding = (): Promise<Understanding> =>
  (understanding ??= readFile(QUESTIONS_FILE, 'utf8').then((text) => new Understanding(text)));

/** The file of the model's notes in the data folder. */
export const notesFile = (data: string): string => join(data, 'notes.md');

/**
 * Loads the resident with a model. Its packages may be missing if an update needs more than are installed.
 */
async function loadResident() {
  try {
    return await import('./model-resident.ts');
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError(
      'The packages that speak with a model are not installed.',
      'Run “npm install” in the folder of the program, and start again.',
    );
  }
}

/**
 * Returns the resident with the model that the flags choose; undefined if they choose none. Throws a
 * `UserError`. The libraries of a model are loaded here, so that a home without a model starts no slower.
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
    personaFile: join(data, 'persona.md'),
    standIn: new StatusResident(readUnderstanding, { standsIn: true }),
  });
}
