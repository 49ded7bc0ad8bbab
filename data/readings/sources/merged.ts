import type { Config } from '../../config/config.ts';
import type { MergedPull } from '../records.ts';
import { wirePulls } from '../schemas/code-host.ts';
import { sourceNames } from '../labels.ts';
import { authorName, firstLine, fitting, repositoryUrl } from './code-host.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

const WHAT = 'a list of pull requests';

const url = (config: Config, base: string): string =>
  repositoryUrl(config, base, 'pulls?state=closed&limit=50');

/** The merged among the latest closed pull requests: one book each (specification 4.B). */
export const merged: Source<readonly MergedPull[]> = {
  name: 'merged',
  intervalSeconds: 60,
  timeoutSeconds: 15,
  label: (config) => sourceNames(config).merged,
  url,
  read: (io, config, signal) =>
    getJson<typeof wirePulls, Outcome<readonly MergedPull[]>>(io, {
      url: url(config, io.base),
      signal,
      schema: wirePulls,
      what: WHAT,
      convert: (list) => {
        const value = fitting(list, WHAT)
          .filter((pull) => pull.merged === true)
          .map(({ number, title, user, merged_at }) => ({
            number,
            title: firstLine(title),
            author: authorName(user?.login ?? ''),
            mergedAt: Date.parse(merged_at ?? ''),
          }))
          .filter(({ mergedAt }) => Number.isFinite(mergedAt));
        return value.length > 0
          ? { kind: 'value', value }
          : { kind: 'empty', cause: 'no merged pull requests' };
      },
    }),
  target: (state) => state.readings.merged,
};
