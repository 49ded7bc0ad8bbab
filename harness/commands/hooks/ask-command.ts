import type { Command } from '../../core/options.ts';
import { DEFAULT_SECONDS, MAX_SECONDS, runAsk } from './ask.ts';
import { askings } from './asking.ts';

/** The command `ask` for the help and the list of commands; see `hookCommand`. */
export const askCommand: Command = {
  words: 'AGENT [EVENT]',
  details: [
    `AGENT is one of ${Object.keys(askings).join(', ')}. “home-world hooks install AGENT --ask” writes the hook.`,
    'It prints the decision as the agent reads it. Without one it prints nothing, and the agent asks in its terminal.',
    'The key comes from the environment only: HOME_WORLD_AGENT_KEY, which “home-world keys add” makes.',
  ].join('\n'),
  flags: [
    { name: 'url', value: 'URL', fallback: 'http://127.0.0.1:4200', help: 'address of the home' },
    {
      name: 'seconds',
      value: 'N',
      fallback: String(DEFAULT_SECONDS),
      help: `how long to wait for the owner; more than ${MAX_SECONDS} counts as ${MAX_SECONDS}`,
    },
    { name: 'verbose', help: 'say on standard error why there is no decision' },
  ],
  async run(values, env, words) {
    const flags = [`--url=${String(values['url'])}`, `--seconds=${String(values['seconds'])}`];
    await runAsk([...words, ...flags, ...(values['verbose'] ? ['--verbose'] : [])], env);
    return 0;
  },
};
