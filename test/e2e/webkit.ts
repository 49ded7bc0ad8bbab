import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { findProgram } from '../../ci/programs.ts';
import { VirtualDisplay } from '../helpers/display.ts';
import { freePort } from '../helpers/free-port.ts';
import type { DrivenPage } from './tour-of-panels.ts';

type Element = Readonly<Record<string, string>>;

/** Runs in the page: the elements that match, where `>>>` enters shadow roots, and those within them. */
function found(selector: string): HTMLElement[] {
  const roots = (at: ParentNode): ParentNode[] => [
    at,
    ...[...at.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : [])),
  ];
  let among: ParentNode[] = [document];
  for (const part of selector.split(' >>> '))
    among = among
      .flatMap((at) => roots(at instanceof Element && at.shadowRoot ? at.shadowRoot : at))
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>(part)]);
  return [...new Set(among)] as HTMLElement[];
}

/** Runs in the page: the first of these elements, unless it is still moving. */
async function resting([element]: readonly HTMLElement[]): Promise<HTMLElement | null> {
  if (!element) return null;
  const place = (): string => JSON.stringify(element.getBoundingClientRect());
  const before = place();
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  return place() === before ? element : null;
}

/** Runs in the page: sets a slider as a pointer does. */
function slide(input: HTMLInputElement, value: string): void {
  if (input.type !== 'range') return;
  input.value = value;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Runs in the page: records errors from now on, because the driver has no log of the console. */
function keepErrors(): void {
  const errors: string[] = [];
  Object.assign(window, { errors });
  window.addEventListener('error', ({ message }) => errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  const { error } = console;
  console.error = (...all) => {
    errors.push(all.join(' '));
    error.apply(console, all);
  };
}

/** A page of WebKitGTK, driven over WebDriver: a few requests, for which a client would be another package. */
export class WebKitPage implements DrivenPage, AsyncDisposable {
  readonly #display: VirtualDisplay;
  readonly #driver: ChildProcess;
  readonly #base: string;
  #session = '';
  #errors: readonly string[] = [];

  private constructor(display: VirtualDisplay, driver: ChildProcess, port: number) {
    this.#display = display;
    this.#driver = driver;
    this.#base = `http://127.0.0.1:${port}/session`;
  }

  /** Opens the browser without its frame on a screen of this size, so that the page has exactly that. */
  static async start(width: number, height: number): Promise<WebKitPage> {
    const display = await VirtualDisplay.start(`${width}x${height}`);
    const port = await freePort();
    const args = ['--host=127.0.0.1', `--port=${port}`];
    const driver = spawn(findProgram('webkit') ?? '', args, { env: display.env, stdio: 'ignore' });
    const page = new WebKitPage(display, driver, port);
    const browser = { args: ['--automation', '--full-screen'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
    await expect(async () => {
      const { sessionId } = await page.#ask<{ sessionId: string }>('POST', '', { capabilities });
      page.#session = `/${sessionId}`;
    }, 'WebKitGTK starts').toPass();
    return page;
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const url = this.#base + this.#session + path;
    const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  }

  #run<T>(script: string, ...args: readonly unknown[]): Promise<T> {
    return this.#ask('POST', '/execute/sync', { script, args });
  }

  evaluate<T>(act: string | (() => T | Promise<T>)): Promise<T> {
    return this.#run(typeof act === 'string' ? act : `return (${String(act)})()`);
  }

  async goto(url: string): Promise<void> {
    this.#errors = await this.errors();
    await this.#ask('POST', '/url', { url });
    await this.evaluate(keepErrors);
  }

  /** What went wrong in the pages, each since it was loaded. */
  async errors(): Promise<string[]> {
    return [...this.#errors, ...(await this.#run<string[]>('return window.errors ?? []'))];
  }

  texts(selector: string): Promise<string[]> {
    return this.#run(`return (${String(found)})(...arguments).map((one) => one.textContent)`, selector);
  }

  /** Sends a command to the first element that matches, as soon as it rests and nothing covers it. */
  async #toElement(selector: string, command: string, body: object): Promise<void> {
    await expect(async () => {
      const element = await this.#run<Element | null>(
        `return (${String(resting)})((${String(found)})(...arguments))`,
        selector,
      );
      const [id] = Object.values(element ?? {});
      expect(id, selector).toBeDefined();
      await this.#ask('POST', `/element/${id}/${command}`, body);
    }).toPass();
  }

  click(selector: string): Promise<void> {
    return this.#toElement(selector, 'click', {});
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.#toElement(selector, 'value', { text });
    // The driver types keys, with which a slider does nothing.
    await this.#run(`(${String(slide)})(...(${String(found)})(arguments[0]), arguments[1])`, selector, text);
  }

  async pressEnter(): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: '\uE007' }));
    await this.#ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#session) await this.#ask('DELETE', '').catch(() => undefined);
    this.#driver.kill();
    if (this.#driver.exitCode === null) await once(this.#driver, 'exit');
    await this.#display[Symbol.asyncDispose]();
  }
}
