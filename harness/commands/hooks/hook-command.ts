import type { Command } from '../../core/options.ts';
import { runHook } from './hook.ts';
import { hookExtras } from './invocation.ts';

/**
 * The command `hook` for the help and the list of commands. When a coding agent runs it, `harness/home-world.js`
 * imports `hook.ts` alone, because the agent waits.
 */
export const hookCommand: Command = {
  words: 'AGENT [EVENT]',
  details: [
    'AGENT is one of claude-code, codex, gemini, copilot. “home-world hooks install AGENT” writes the hooks.',
    'It exits with 0 in every case, and prints nothing but letters, so that it never disturbs the agent.',
    'The key comes from the environment only: HOME_WORLD_AGENT_KEY, which “home-world keys add” makes.',
  ].join('\n'),
  flags: [
    { name: 'url', value: 'URL', fallback: 'http://127.0.0.1:4200', help: 'address of the home' },
    { name: 'letters', help: 'print the letters of the owner as the agent reads them' },
    { name: 'changes', help: 'send the diff of the working folder when the owner asks for it' },
    { name: 'usage', help: 'send what is left of the context and of the windows of Codex' },
    { name: 'verbose', help: 'say on standard error what went wrong' },
  ],
  async run(values, env, words) {
    const switches = [...hookExtras, 'verbose'].flatMap((name) => (values[name] ? [`--${name}`] : []));
    await runHook([...words, `--url=${String(values['url'])}`, ...switches], env);
    return 0;
  },
};
