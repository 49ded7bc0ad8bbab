import { type Locator, type Page, expect } from '@playwright/test';

export const messages = (page: Page): Locator => page.locator('hw-chat-message');
export const answers = (page: Page): Locator => messages(page).filter({ has: page.locator('div.resident') });
export const said = (page: Page): Locator => messages(page).filter({ has: page.locator('div.visitor') });
/**
 * The texts of the messages. The `innerText` of an element with a shadow root is empty, so this reads the
 * elements `[part=text]` inside the shadow root.
 */
export const texts = (page: Page, kind = ''): Promise<string[]> =>
  page.locator(`hw-chat-message ${kind} [part=text]`).allInnerTexts();
/**
 * The first item of a list in an answer. It appears after the formatter is loaded. The first message loads
 * it.
 */
export const formatted = (page: Page): Locator =>
  page.locator('hw-chat-message .resident [part=text] li').first();
/** The finished answers. */
export const complete = (page: Page): Locator =>
  messages(page).filter({ has: page.locator('div.resident.complete') });

export async function openChat(page: Page): Promise<void> {
  await page.locator('hw-header').getByRole('button', { name: 'Chat' }).click();
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
  await expect(page.locator('hw-chat')).not.toContainText('Connecting to the resident');
}

export async function ask(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message to/ });
  await field.fill(text);
  await field.press('Enter');
}
