import { join } from 'node:path';
import { programFolder } from '../program-folder.ts';

/** The built pages beside the program, for commands without `--dist`. */
export const builtPages = join(programFolder, 'dist');
