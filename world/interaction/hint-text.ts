import type { Interaction } from '../core/scene/interaction-registry.ts';

/** The key that does what a click on an object out of reach does. */
export const FAR_KEY = 'E';

/** What the key of an object within reach does: `F — enter`. */
export const actionText = ({ action }: Interaction): string | undefined =>
  action && `${action.key} — ${action.text()}`;

/** What a click or the key does to an object out of reach. */
const farText = ({ fromAfar, action }: Interaction): string =>
  fromAfar === 'act' ? (action?.text() ?? '') : 'go there';

/** `click to go there`. */
export const clickText = (interaction: Interaction): string => `click to ${farText(interaction)}`;

/** `E — go there`. */
export const farKeyText = (interaction: Interaction): string => `${FAR_KEY} — ${farText(interaction)}`;

/** The distance to an object that a click does nothing to. */
export function distanceText(metres: number, onFoot: boolean): string {
  const whole = Math.max(1, Math.round(metres));
  return onFoot ? `walk closer — ${whole} m` : `${whole} m away`;
}
