/**
 * Writes the JSON Schemas of the files in `public/`, so that editors complete and check them.
 *
 *   npm run schemas
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { schemaFiles } from './files.ts';

const folder = resolve(import.meta.dirname, '../../public/schemas');
await mkdir(folder, { recursive: true });
for (const [name, schema] of Object.entries(schemaFiles())) {
  const path = join(folder, `${name}.schema.json`);
  await writeFile(
    path,
    await format(JSON.stringify(schema), { ...(await resolveConfig(path)), filepath: path }),
  );
}
