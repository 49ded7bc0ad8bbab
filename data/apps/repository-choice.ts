import type { ConfigState } from '../config/config-state.ts';
import { withRepository } from '../config/reading-config.ts';
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
      config.set(withRepository(given, given.repositories.includes(repository) ? repository : ''));
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
