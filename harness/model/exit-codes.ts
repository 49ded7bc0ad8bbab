import type { ModelProblem } from './model-error.ts';

/** The exit code of each problem, for scripts and cron (docs/resident.md). */
export const modelExitCodes: Readonly<Record<ModelProblem, number>> = {
  key: 4,
  model: 4,
  'too-long': 4,
  filter: 4,
  'no-tools': 4,
  redirect: 4,
  refused: 4,
  budget: 5,
  busy: 6,
  'rate-limit': 6,
  timeout: 7,
  cut: 7,
  empty: 7,
  network: 7,
  provider: 7,
};
