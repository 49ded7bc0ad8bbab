import type { Recognition } from '../../../data/speech/recognition.ts';

/** A browser's speech recognition whose events a test fires. */
export class FakeRecognition extends EventTarget implements Recognition {
  /** All that were made, the oldest first. */
  static readonly made: FakeRecognition[] = [];
  /** The availability of recognition on the device, as the browser reports it. */
  static onDevice = 'unavailable';
  static async available(): Promise<string> {
    return FakeRecognition.onDevice;
  }

  lang = '';
  continuous = false;
  interimResults = false;
  processLocally = false;
  /** The calls of its methods. */
  readonly calls: string[] = [];

  constructor() {
    super();
    FakeRecognition.made.push(this);
  }

  start(): void {
    this.calls.push('start');
  }

  stop(): void {
    this.calls.push('stop');
  }

  abort(): void {
    this.calls.push('abort');
  }

  hear(...pieces: string[]): void {
    const results = pieces.map((transcript) => [{ transcript }]);
    this.dispatchEvent(Object.assign(new Event('result'), { results }));
  }

  /** As browsers do it: an error ends the recognition. */
  fail(error: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { error }));
    this.end();
  }

  end(): void {
    this.dispatchEvent(new Event('end'));
  }
}

/** Gives this browser the fake for the tests of a suite, and each test a new visitor. */
export function fakeRecognition(): void {
  const names = ['SpeechRecognition', 'webkitSpeechRecognition'] as const;
  const own = names.map((name) => Object.getOwnPropertyDescriptor(window, name));
  const set = (name: string, value: unknown): unknown =>
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  beforeEach(() => {
    for (const name of names) set(name, FakeRecognition);
    FakeRecognition.made.length = 0;
    FakeRecognition.onDevice = 'unavailable';
    sessionStorage.clear();
    localStorage.removeItem('home-world.talk-agreed');
  });
  after(() => {
    localStorage.removeItem('home-world.talk-agreed');
    names.forEach((name, i) => {
      const before = own[i];
      if (before) Object.defineProperty(window, name, before);
      else Reflect.deleteProperty(window, name);
    });
  });
}
