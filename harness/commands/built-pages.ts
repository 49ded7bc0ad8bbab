import { join } from 'node:path';

/** The built pages beside the program, for commands without `--dist`. */
export const builtPages = join(import.meta.dirname, '..', '..', 'dist');
