import type { Flag } from './options.ts';

/** Flags that several commands share. */
export const configFlag: Flag = {
  name: 'config',
  value: 'FILE',
  help: 'config.json to use; without it <data>/config.json, else the shipped one',
};
export const dataFlag: Flag = {
  name: 'data',
  value: 'DIR',
  fallback: '.home-world',
  help: 'folder for conversations and for your own files',
};
export const distFlag: Flag = {
  name: 'dist',
  value: 'DIR',
  help: 'the built pages; without it dist/ beside the program',
};
