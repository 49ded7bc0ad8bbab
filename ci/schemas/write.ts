/**
 * Writes the JSON Schemas of the files in `public/`, so that editors complete and check them.
 *
 *   npm run schemas
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { schemaFiles } from './files.ts';

const folder = resolve(import.meta.dirname, '../../public/schemas');
await mkdir(folder, { recursive: true });
for (const [name, schema] of Object.entries(schemaFiles()))
  await writeFile(join(folder, `${name}.schema.json`), JSON.stringify(schema));
