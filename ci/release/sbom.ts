/**
 * Writes the list of other people's packages in a release (SBOM, in CycloneDX) beside the file of `npm pack`.
 *
 *   node ci/release/sbom.ts    after a build; writes home-world-VERSION.cdx.json
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { UserError } from '../../harness/core/user-error.ts';
import { runStep } from '../pipeline/step.ts';
import { idOf } from './licences.ts';
import { jsonOf, npm } from './npm.ts';
import { bundledPackages, runtimePackages } from './packages.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
}
interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}
export interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** The file from which a package was loaded: its host may be a registry of the maker's own. */
const FROM_REGISTRY = 'distribution';

const withoutRegistry = (component: Component): Component => ({
  ...component,
  externalReferences: (component.externalReferences ?? []).filter(({ type }) => type !== FROM_REGISTRY),
});

/**
 * Of npm's list of all packages those that a release has. `npm sbom --omit dev` would leave out packages
 * that build tools use as well, such as ws, and has none of those in the pages.
 */
export function releaseOnly(all: Sbom, released: ReadonlySet<string>): Sbom {
  const own = all.metadata.component['bom-ref'];
  const isReleased = ({ name, version }: Component): boolean => released.has(`${name}@${version}`);
  const components = all.components.filter(isReleased).map(withoutRegistry);
  const refs = new Set([own, ...components.map((component) => component['bom-ref'])]);
  return {
    ...all,
    // npm calls it as the folder is called.
    metadata: {
      ...all.metadata,
      component: withoutRegistry({ ...all.metadata.component, name: packageJson.name }),
    },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

async function listOfAll(): Promise<Sbom> {
  const { output, errors } = await npm(['sbom', '--sbom-format', 'cyclonedx']);
  const list = jsonOf(output) as Sbom | undefined;
  if (list?.components === undefined)
    throw new UserError(`npm lists no packages: ${errors.trim()}`, 'Run “npm install” first.');
  return list;
}

export async function sbom(root: string): Promise<Sbom> {
  const released = [...(await runtimePackages(root)), ...(await bundledPackages(root))];
  return releaseOnly(await listOfAll(), new Set(released.map(idOf)));
}

if (import.meta.main)
  await runStep(async () => {
    const root = resolve(import.meta.dirname, '../..');
    const list = await sbom(root);
    const name = `${packageJson.name}-${packageJson.version}.cdx.json`;
    await writeFile(join(root, name), `${JSON.stringify(list, null, 2)}\n`);
    console.log(`Wrote ${name} with ${list.components.length} packages.`);
  });
