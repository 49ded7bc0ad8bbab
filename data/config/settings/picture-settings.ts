import type { PictureSettings } from './settings-schema.ts';

/**
 * The settings of `one` that differ from `other`, for example `quality highest, effects on`; empty if none
 * differ.
 */
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
