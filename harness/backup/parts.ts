import * as v from 'valibot';
import { historySchema } from '../history/history-schema.ts';
import { conversations } from '../store/conversations-schema.ts';
import type { Schema } from '../store/schema.ts';

/** The SQLite files of the data folder. A backup reads them while a home writes them. */
export const databases: Readonly<Record<string, Schema>> = {
  'conversations.sqlite': conversations,
  'history.sqlite': historySchema,
};

/**
 * The other files, and the folders with those of the owner: what the home serves, and the words for
 * games. Nothing else of the data folder is taken.
 */
export const files: readonly string[] = ['config.json', 'notes.md', 'persona.md', 'model-usage.json'];
export const SERVED_FOLDER = 'public';
export const ownerFolders: readonly string[] = [SERVED_FOLDER, 'training'];

/** More than any home has; an archive with more is none of ours. */
export const MAX_FILES = 10_000;

/** The first file of a backup. */
export const MANIFEST = 'backup.json';
export const manifest = v.object({
  format: v.literal('home-world backup'),
  /** The version of this format. */
  version: v.literal(1),
  /** Of the program that made it. */
  program: v.pipe(v.string(), v.maxLength(40)),
  /** ISO 8601. */
  madeAt: v.pipe(v.string(), v.maxLength(40)),
});

/** A name in such a folder, as an owner gives files: no hidden ones, no way out of the folder. */
const OWNER_FILE = /^(?:public|training)(?:\/(?!\.)[^/\\\p{Cc}]{1,200}){1,8}$/u;

/** Whether a path can be a part of a backup. */
export const isPart = (path: string): boolean =>
  Object.hasOwn(databases, path) || files.includes(path) || OWNER_FILE.test(path);
