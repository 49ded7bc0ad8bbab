import { expect } from '@playwright/test';
import { type EvaluatingPage, violations } from './axe.ts';
import { misplaced } from './misplaced.ts';

/** What the tour needs of a browser that Playwright does not drive. In a selector, `>>>` enters shadow roots. */
export interface DrivenPage extends EvaluatingPage {
  goto(url: string): Promise<unknown>;
  click(selector: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  pressEnter(): Promise<void>;
  /** The texts of all elements that match. */
  texts(selector: string): Promise<string[]>;
}

export const press = (page: DrivenPage, label: string): Promise<void> =>
  page.click(`hw-home >>> button[aria-label="${label}"]`);

const waitForText = async (page: DrivenPage, selector: string, text: string): Promise<void> => {
  await expect
    .poll(async () => (await page.texts(selector)).join(' '), {
      message: `${selector} says “${text}”`,
    })
    .toContain(text);
};

/** Runs in the page: whether loading is complete, with or without a picture. */
export const isLoaded = (): boolean => {
  const shell = document.querySelector('hw-home')?.shadowRoot;
  const curtain = shell?.querySelector('hw-loading-overlay')?.shadowRoot;
  return curtain?.firstChild != null && !curtain.querySelector('progress');
};

/**
 * Chat, settings, the home as text and the heartbeat page are readable and operable, and violate no rule of
 * axe. The home of this address is open and loaded.
 */
export async function tourOfPanels(page: DrivenPage, url: string, isNarrow: boolean): Promise<void> {
  const isFine = async (where: string): Promise<void> => {
    expect(await misplaced(page), where).toEqual([]);
    expect(await violations(page), `${where}: axe`).toEqual([]);
  };
  await waitForText(page, 'hw-home >>> hw-hud >>> .value', '698767');
  await isFine('start');

  await press(page, 'Chat');
  await page.fill('hw-home >>> hw-chat-composer >>> textarea', 'help');
  if (isNarrow) await press(page, 'Send');
  else await page.pressEnter();
  await waitForText(page, 'hw-home >>> hw-chat-message >>> .resident.complete', 'I am Timmy');
  await isFine('chat');
  await press(page, 'Close the chat');

  await press(page, 'More');
  await press(page, 'Settings');
  await page.fill('hw-home >>> hw-settings >>> #volume-master', '0.5');
  await waitForText(page, 'hw-home >>> hw-settings >>> output[for=volume-master]', '50 %');
  await isFine('settings');
  await press(page, 'Close the settings');

  // Without WebGL it is open already.
  await press(page, 'More');
  const canOpen = await page.texts('hw-home >>> button[aria-label="Home as text"]');
  await press(page, canOpen.length > 0 ? 'Home as text' : 'More');
  await waitForText(page, 'hw-home >>> hw-directory >>> h3', 'Portals');
  await isFine('home as text');

  await page.goto(`${url}heartbeat.html`);
  await waitForText(page, 'hw-heartbeat >>> hw-block-height >>> .figure', '698767');
  await isFine('heartbeat page');
}
