import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Runs a step as the workflow does, with only these variables beside the PATH. */
export const runStepProgram = (
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((done) => {
    const path = join(root, 'ci/pipeline', name);
    const given = { PATH: process.env['PATH'] ?? '', ...env };
    execFile('bash', [path], { cwd: '/', env: given }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
