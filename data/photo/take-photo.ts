import { emit } from '../core/event.ts';
import type { PageState } from '../core/page-state.ts';
import type { PhotoState } from './photo-state.ts';
import type { PhotoOrder } from './photo.ts';

/** Takes a picture in the photo mode; `photo.progress` shows the progress. */
export const takePhoto = (
  { photo, now }: PhotoState & Pick<PageState, 'now'>,
  save: PhotoOrder['save'],
): void => emit(photo.take, { at: now.get(), save });
