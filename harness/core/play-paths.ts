import { join } from 'node:path';

/** Where the plays are in a data folder: a folder for each, with its log and its screenshots. */
export const playsFolder = (data: string): string => join(data, 'plays');

export const LOG_FILE = 'log.jsonl';
export const SCREENS_FOLDER = 'screens';
