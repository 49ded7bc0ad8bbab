import type { Interaction } from '../core/scene/interaction-registry.ts';

/** The key with the same effect as a click on an object out of reach. */
export const FAR_KEY = 'E';

/** The text for the key of an object within reach, for example `F — enter`. */
export const actionText = ({ action }: Interaction): string | undefined =>
  action && `${action.key} — ${action.text()}`;

/** The effect of a click or of the key on an object out of reach. */
const farText = ({ fromAfar, action }: Interaction): string =>
  fromAfar === 'act' ? (action?.text() ?? '') : 'go there';

/** The text for a click on an object out of reach, for example `click to go there`. */
export const clickText = (interaction: Interaction): string => `click to ${farText(interaction)}`;

/** The text for the key on an object out of reach, for example `E — go there`. */
export const farKeyText = (interaction: Interaction): string => `${FAR_KEY} — ${farText(interaction)}`;

/** The distance to an object on which a click has no effect. */
export function distanceText(metres: number, onFoot: boolean): string {
  const whole = Math.max(1, Math.round(metres));
  return onFoot ? `walk closer — ${whole} m` : `${whole} m away`;
}
