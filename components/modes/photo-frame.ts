import { type TemplateResult, html } from 'lit';
import { type PhotoCaption, type PhotoFormat, captionLetter, fixedAspect } from '../../data/photo/photo.ts';
import type { PhotoState } from '../../data/photo/photo-state.ts';

/** The space around the frame of a fixed format, and between the caption and the bar. CSS pixels. */
const MARGIN = 12;
/** The space between the bar and the lower edge of the window (later-styles.ts). CSS pixels. */
const BELOW_BAR = 16;
/** The least height of a frame. CSS pixels. */
const LEAST = 40;

/**
 * Renders a frame around what will be in the picture, with the caption as it will be drawn. Touches reach the
 * picture behind the frame. For screen readers the bar repeats the words of the caption inside its landmark.
 */
export const photoFrame = (format: PhotoFormat, { title, facts }: PhotoCaption): TemplateResult =>
  html`<div class="frame" aria-hidden="true" ?data-fixed=${fixedAspect(format) !== undefined}>
    <div class="caption"><b>${title}</b><span>${facts.join(' · ')}</span></div>
  </div>`;

/**
 * Sizes the frame and its caption. A frame of a fixed format is in the middle of the window, above the bar.
 * Without a fixed format the frame is as large as the window, and the bar is above its caption. The styles
 * are set as properties, because the page's content security policy forbids style attributes. Returns the
 * height of the frame as a share of the window's height. While the bar is hidden it has no height: then
 * nothing changes, and the function returns undefined.
 */
export function fitFrame(
  frame: HTMLElement,
  bar: HTMLElement,
  { screen, format }: PhotoState['photo'],
): number | undefined {
  const caption = frame.firstElementChild as HTMLElement;
  const room = screen.get();
  const aspect = fixedAspect(format.get());
  if (aspect && bar.offsetHeight === 0) return undefined;
  // In a very low window the bar covers a part of the frame.
  const most = Math.max(LEAST, room.height - 2 * (bar.offsetHeight + BELOW_BAR + MARGIN));
  const height = aspect ? Math.min(most, (room.width - 2 * MARGIN) / aspect) : room.height;
  const width = aspect ? height * aspect : room.width;
  frame.style.width = `${width}px`;
  frame.style.height = `${height}px`;
  caption.style.fontSize = `${captionLetter(width, height)}px`;
  bar.style.marginBottom = aspect ? '' : `${Math.max(0, caption.offsetHeight + MARGIN - BELOW_BAR)}px`;
  return height / room.height;
}
