import type { ConfigState } from '../config/config-state.ts';
import { EVERY_REPOSITORY, withRepository } from '../config/reading-config.ts';
import type { SettingsState } from '../config/settings/settings.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { watch } from '../core/watch.ts';

/**
 * Lets the page read the repository that the visitor chose, of a home with several. All that shows the code
 * host's readings follows. A repository that the home does not have any more means all of them.
 */
export const createRepositoryChoice = (): DataModule<ConfigState & SettingsState> =>
  dataModule(({ config, settings }) => {
    const apply = (): void => {
      const { repository } = settings.get();
      const given = config.get();
      const { repositories } = given;
      // A home with one repository has no such list.
      if (repositories.length === 0) return;
      const chosen = withRepository(given, repositories.includes(repository) ? repository : EVERY_REPOSITORY);
      if (chosen.codeHost.owner !== given.codeHost.owner || chosen.codeHost.repo !== given.codeHost.repo)
        config.set(chosen);
    };
    apply();
    const ends = [watch(settings, apply), watch(config, apply)];
    return {
      update: () => undefined,
      dispose() {
        for (const end of ends) end();
      },
    };
  });
