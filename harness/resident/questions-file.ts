import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programFolder } from '../core/folders.ts';
import { Understanding } from './understanding.ts';

/** The examples of questions, beside the program. */
export const QUESTIONS_FILE = join(programFolder, 'training/data/questions.txt');

let understanding: Promise<Understanding> | undefined;

/** What the resident without a model understands; read once, with the first question. */
export const readUnderstanding = (): Promise<Understanding> =>
  (understanding ??= readFile(QUESTIONS_FILE, 'utf8').then((text) => new Understanding(text)));
