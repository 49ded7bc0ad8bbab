import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programFolder } from '../../core/folders.ts';
import type { FlagValues } from '../../core/options.ts';
import type { ModelResident, ModelResidentOptions } from './model-resident.ts';
import { Notes } from './notes.ts';
import { UserError, codeOf } from '../../core/user-error.ts';
import { dayBudget, placeOf, readModelChoice } from '../../model/model-flags.ts';
import type { Docs } from '../docs.ts';
import { StatusResident } from '../answers/status-resident.ts';
import { Understanding } from '../understanding.ts';

/** The examples of questions, beside the program. */
export const QUESTIONS_FILE = join(programFolder, 'training/data/questions.txt');
/** The questions that sections of the docs answer. */
export const DOCS_QUESTIONS_FILE = join(programFolder, 'training/data/docs-questions.txt');

let understanding: Promise<Understanding> | undefined;

/** What the resident without a model understands; read once, with the first question. */
export const readUnderstanding = (): Promise<Understanding> =>
  (understanding ??= readFile(QUESTIONS_FILE, 'utf8').then((text) => new Understanding(text)));

/** The pages of `docs/` to search in, which the package has too. */
const PAGES =
  'agent-as-resident agents api architecture configuration controls demo deploying door embedding games glossary links listening modules offline operations pipeline portals protocol push resident settings sound time-lapse together usage views wall world'.split(
    ' ',
  );

let docs: Promise<Docs | undefined> | undefined;

/** The Markdown of these pages, by their paths. */
export async function readPages(): Promise<Record<string, string>> {
  const pages = [...PAGES.map((name) => `docs/${name}.md`), 'CONTRIBUTING.md'];
  const texts = await Promise.all(pages.map((page) => readFile(join(programFolder, page), 'utf8')));
  return Object.fromEntries(pages.map((page, at) => [page, texts[at] ?? '']));
}

async function loadDocs(): Promise<Docs | undefined> {
  try {
    const [pages, questions] = await Promise.all([readPages(), readFile(DOCS_QUESTIONS_FILE, 'utf8')]);
    const { Docs } = await import('../docs.ts');
    return new Docs(pages, questions);
  } catch (error) {
    // An image or a package without the pages answers from the readings only.
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** What the residents can look up; read once, with the first question. */
export const readDocs = (): Promise<Docs | undefined> => (docs ??= loadDocs());

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
    docs: readDocs,
    standIn: new StatusResident(readUnderstanding, { docs: readDocs, standsIn: true }),
  });
}
