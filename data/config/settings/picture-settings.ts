import type { PictureSettings } from './settings-schema.ts';

/** How `one` differs, as in `quality highest, effects on`; empty if it does not. */
export const pictureDifference = (one: PictureSettings, other: PictureSettings): string =>
  [
    one.quality !== other.quality && `quality ${one.quality}`,
    one.resolution !== other.resolution && `resolution ${Math.round(one.resolution * 100)} %`,
    one.effects !== other.effects && `effects ${one.effects ? 'on' : 'off'}`,
  ]
    .filter(Boolean)
    .join(', ');

export const isSamePicture = (one: PictureSettings, other: PictureSettings): boolean =>
  pictureDifference(one, other) === '';
