import { emit } from '../core/event.ts';
import type { PageState } from '../core/page-state.ts';
import type { PhotoState } from './photo-state.ts';
import type { Photo, PhotoCaption } from './photo.ts';

/**
 * Takes a picture in the photo mode; `photo.progress` shows the progress. Resolves with undefined if there is
 * no picture because of a failure, or because the visitor has left the mode.
 */
export const takePhoto = (
  { photo, now }: PhotoState & Pick<PageState, 'now'>,
  caption: PhotoCaption,
): Promise<Photo | undefined> => new Promise((done) => emit(photo.take, { at: now.get(), caption, done }));
