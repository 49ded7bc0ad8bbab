import type { PicklistOptions } from 'valibot';
import { portalRecord } from '../../data/readings/schemas/portal.ts';

const { portal_type, environment, access_mode, readiness_state } = portalRecord.entries;

/** A fix that lists the words that the parser accepts. */
const oneOf = ({ wrapped }: { readonly wrapped: { readonly options: PicklistOptions } }): string =>
  `Write ${wrapped.options.map((option) => `“${String(option)}”`).join(', ')}, or leave it out.`;

const METRES = 'Write metres from the middle as { "x": -24, "y": 0, "z": 14 }, or leave it out.';

/** What to write instead of a value that the parser refuses, by the field of a portal record. */
const fixes: Readonly<Record<string, string>> = {
  '': 'Write an object with id, name, description, status and destination, or remove the entry.',
  id: 'Write 1 to 64 letters, digits, - and _, and begin with a letter or a digit.',
  name: 'Write the name over the arch, 1 to 80 characters.',
  description: 'Write what the world is, at most 600 characters; the text may be empty.',
  status: 'Write “online”, or “offline” to close the portal; at most 40 characters.',
  portal_type: oneOf(portal_type),
  world_category: 'Write a subtype such as “rpg”, at most 40 characters, or leave it out.',
  environment: oneOf(environment),
  access_mode: oneOf(access_mode),
  readiness_state: oneOf(readiness_state),
  telemetry_source: 'Write where its state comes from, at most 200 characters, or leave it out.',
  owner: 'Write whose world it is, at most 80 characters, or leave it out.',
  app_id: 'Write the whole number of the game in its store, or leave it out.',
  window_title: 'Write the title of the game’s window, at most 200 characters, or leave it out.',
  destination: 'Write an object such as { "url": "https://world.example/" }.',
  'destination.type': 'Write “url” or “harness”, at most 40 characters, or leave it out.',
  'destination.url':
    'Write an address that begins with https:// or http://, or a path of this home such as /lab/.',
  'destination.action_label': 'Write the text of its button, at most 80 characters, or leave it out.',
  'destination.params': 'Write an object such as { "world": "calradia" }, or leave it out.',
  color: 'Write a colour as #rrggbb, or leave it out.',
  image: 'Write a path of this home such as /pictures/wiki.jpg, or leave it out.',
  position: METRES,
  rotation: 'Write radians as { "y": 2.1 }, or leave it out.',
};

/** The fix for a field, or for the nearest field around it: `position.x` has the fix of `position`. */
export function fixOf(path: readonly (string | number)[]): string {
  for (let length = path.length; length > 0; length--) {
    const fix = fixes[path.slice(0, length).join('.')];
    if (fix !== undefined) return fix;
  }
  return fixes[''] ?? '';
}
