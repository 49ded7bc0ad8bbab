import { join } from 'node:path';
import { programFolder } from '../core/program-folder.ts';

/** The built pages beside the program, for commands without `--dist`. */
export const builtPages = join(programFolder, 'dist');
