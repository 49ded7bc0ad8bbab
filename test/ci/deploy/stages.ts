/**
 * Runs the stages of the Dockerfile without a container tool: each has a folder instead of its file
 * system. Base images and installed packages are those of this machine.
 */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, join, matchesGlob, resolve } from 'node:path';
import {
  Cmd,
  Copy,
  type Dockerfile,
  DockerfileParser,
  Entrypoint,
  Env,
  From,
  type Instruction,
  type JSONInstruction,
} from 'dockerfile-ast';
import { runProgram } from '../../../ci/run.ts';
import { linkProductionPackages } from '../pack/production-packages.ts';

export const root = resolve(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

export const dockerfile = (): Dockerfile => DockerfileParser.parse(read('Dockerfile'));

export interface Stage {
  readonly base: string;
  /** The folder that stands for `/`. */
  readonly folder: string;
  /** Below `folder`. */
  workdir: string;
  user: string;
  readonly env: Record<string, string>;
  entrypoint: readonly string[];
  command: readonly string[];
}

/** Whether `.dockerignore` lets a file of the checkout into the build. The last line that fits decides. */
export function isSent(path: string, lines = read('.dockerignore').split('\n')): boolean {
  let sent = true;
  for (const line of lines.filter((text) => text !== '' && !text.startsWith('#'))) {
    const pattern = line.replace(/^!/, '');
    if (pattern === '*' || matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`))
      sent = line.startsWith('!');
  }
  return sent;
}

const words = (instruction: Instruction): string[] =>
  instruction.getArguments().map((argument) => argument.getValue());

const jsonWords = (instruction: JSONInstruction): string[] =>
  instruction.getJSONStrings().map((text) => JSON.parse(text.getValue()) as string);

const inside = ({ folder, workdir }: Stage, path: string): string =>
  path.startsWith('/') ? join(folder, path) : join(folder, workdir, path);

function copy(stage: Stage, instruction: Copy, stages: ReadonlyMap<string, Stage>): void {
  const from = instruction.getFlags().find((flag) => flag.getName() === 'from');
  const sources = words(instruction);
  const target = sources.pop() ?? '';
  const base = from ? stages.get(from.getValue() ?? '')?.folder : root;
  assert.ok(base !== undefined, `COPY --from=${from?.getValue()}: there is no such stage`);
  for (const pattern of sources) {
    const found = globSync(pattern.replace(/^\//, ''), { cwd: base });
    assert.ok(found.length > 0, `COPY ${pattern}: there is no such file`);
    for (const name of found) {
      const source = join(base, name);
      const isFolder = statSync(source).isDirectory();
      assert.ok(from || isSent(isFolder ? `${name}/x` : name), `.dockerignore leaves out ${name}`);
      const to = inside(stage, target);
      const intoFolder = !isFolder && (target.endsWith('/') || sources.length > 1 || found.length > 1);
      cpSync(source, intoFolder ? join(to, basename(name)) : to, { recursive: true });
    }
  }
}

async function execute(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { ok, output } = await runProgram(program, args, { cwd, timeout: 110_000 });
  assert.ok(ok, `${program} ${args.join(' ')}\n${output}`);
}

/** The same as `npm run build`, with the pages that are built already. */
async function build(cwd: string): Promise<void> {
  await execute(process.execPath, [join(import.meta.dirname, 'bundle.ts'), cwd], root);
  rmSync(join(cwd, 'dist'), { recursive: true, force: true });
  cpSync(join(root, 'dist'), join(cwd, 'dist'), { recursive: true });
}

/** Runs one command of a RUN. Installed packages are linked; a command of another kind fails. */
async function run(stage: Stage, command: string): Promise<void> {
  const cwd = join(stage.folder, stage.workdir);
  const [program = '', ...args] = command.trim().split(/\s+/);
  if (program === 'npm' && args[0] === 'ci') {
    for (const name of ['package.json', 'package-lock.json']) assert.ok(existsSync(join(cwd, name)), name);
    if (args.includes('--omit=dev')) linkProductionPackages(cwd);
    else symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'));
  } else if (program === 'npm' && args[0] === 'run') {
    assert.equal(args[1], 'build');
    await build(cwd);
  } else if (program === 'node') await execute(process.execPath, args, cwd);
  // The packages bring their folder; ci/programs.ts installs them here.
  else if (program === 'apt-get') mkdirSync(join(stage.folder, 'etc/nginx'), { recursive: true });
  else if (program === 'mkdir' || program === 'ln')
    await execute(
      program,
      args.map((arg) => (arg.startsWith('/') ? join(stage.folder, arg) : arg)),
      cwd,
    );
  else assert.match(command, /^\s*(?:rm -rf \/var\/lib\/apt|npm cache clean|chown )/);
}

/** Runs all stages below `place`. Needs built pages in `dist/`. */
export async function runStages(place: string): Promise<ReadonlyMap<string, Stage>> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of dockerfile().getInstructions()) {
    if (instruction instanceof From) {
      const name = instruction.getBuildStage() ?? '';
      const folder = join(place, name);
      mkdirSync(folder, { recursive: true });
      const base = instruction.getImage() ?? '';
      stage = { base, folder, workdir: '/', user: 'root', env: {}, entrypoint: [], command: [] };
      stages.set(name, stage);
      continue;
    }
    assert.ok(stage, 'an instruction before the first FROM');
    if (instruction instanceof Copy) copy(stage, instruction, stages);
    else if (instruction instanceof Env)
      for (const property of instruction.getProperties())
        stage.env[property.getName()] = property.getValue() ?? '';
    else if (instruction instanceof Entrypoint) stage.entrypoint = jsonWords(instruction);
    else if (instruction instanceof Cmd) stage.command = jsonWords(instruction);
    else if (instruction.getKeyword() === 'WORKDIR') {
      stage.workdir = words(instruction)[0] ?? '';
      mkdirSync(join(stage.folder, stage.workdir), { recursive: true });
    } else if (instruction.getKeyword() === 'USER') stage.user = words(instruction)[0] ?? '';
    else if (instruction.getKeyword() === 'RUN')
      for (const command of words(instruction).join(' ').split(' && ')) await run(stage, command);
  }
  return stages;
}
