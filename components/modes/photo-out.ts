import { errorMessage } from '../../data/core/text.ts';
import type { Photo } from '../../data/photo/photo.ts';

const INSTEAD = 'Save the picture instead.';

const isNamed = (error: unknown, name: string): boolean =>
  error instanceof DOMException && error.name === name;

/** Why this page cannot copy pictures; empty if it can. */
export function copyProblem(): string {
  if (!window.isSecureContext) return `Browsers copy pictures only over https or on localhost. ${INSTEAD}`;
  // Some browsers have a clipboard for texts only.
  const { clipboard } = navigator as { clipboard?: Partial<Clipboard> };
  const canWrite = clipboard?.write !== undefined && typeof ClipboardItem === 'function';
  return canWrite ? '' : `This browser cannot copy pictures. ${INSTEAD}`;
}

/**
 * Copies a picture to the clipboard. Call it in the visitor's gesture, before the picture is finished:
 * afterwards a browser may refuse. Returns a text for the visitor; empty if there is no picture.
 */
export async function copyPhoto(coming: Promise<Photo | undefined>): Promise<string> {
  let hasPhoto = true;
  const file = coming.then((photo) => {
    hasPhoto = photo !== undefined;
    if (!photo) throw new Error('no picture');
    return photo.file;
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': file })]);
    return 'Picture copied';
  } catch (error) {
    // The photo mode says itself why there is no picture.
    await file.catch(() => undefined);
    if (!hasPhoto) return '';
    if (isNamed(error, 'NotAllowedError')) return `The browser did not allow the copy. ${INSTEAD}`;
    return `The picture could not be copied: ${errorMessage(error)}. ${INSTEAD}`;
  }
}

/** Whether the system's dialog shares pictures. */
export function canSharePhotos(): boolean {
  const { share, canShare } = navigator as Partial<Navigator>;
  const files = [new File([''], 'picture.png', { type: 'image/png' })];
  return share !== undefined && canShare !== undefined && canShare.call(navigator, { files });
}

/**
 * Shares a picture with the system's dialog. Returns a text for the visitor, or `again` if the gesture is too
 * long ago: then another press shares the same picture.
 */
export async function sharePhoto({ file, name }: Photo, title: string): Promise<string> {
  try {
    await navigator.share({ title, files: [new File([file], name, { type: file.type })] });
    return 'Picture shared';
  } catch (error) {
    // The visitor has closed the dialog.
    if (isNamed(error, 'AbortError')) return '';
    if (isNamed(error, 'NotAllowedError')) return 'again';
    return `The picture could not be shared: ${errorMessage(error)}. ${INSTEAD}`;
  }
}
