import { type Video, type VideoCommand, noVideo } from '../../data/time-lapse/video.ts';
import { fileSlug, errorMessage } from '../../data/core/text.ts';
import type { State } from '../../data/state.ts';
import type { EventReader } from '../../data/core/event.ts';
import type { WorldModule } from '../core/module.ts';

/** What a film is written as, the best first. */
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'] as const;
const FRAMES_A_SECOND = 30;
/** Thirty seconds at full speed are 22 MB at most, and a minute at half speed 45. */
const BITS_A_SECOND = 6_000_000;
/** A film that has grown so large ends here, and is kept. Bytes. */
const MAX_BYTES = 64_000_000;
/** The recorder hands over what it has so often: that is how the size is known. Milliseconds. */
const SLICE_MS = 500;
/** The HUD is told how far it is so often. Seconds. */
const TELL_SECONDS = 0.25;
/** A longer pause between two frames is none of the film: the page was hidden, and the recorder waited. Seconds. */
const MAX_PAUSE_SECONDS = 0.5;

/** The best type that this browser records the picture as, or what keeps it from that. */
export function filmType(canvas: Partial<HTMLCanvasElement>): { type: string } | { cause: string } {
  if (typeof MediaRecorder === 'undefined') return { cause: 'this browser has no recorder (MediaRecorder)' };
  if (typeof canvas.captureStream !== 'function')
    return { cause: 'this browser cannot record a picture that is drawn (captureStream)' };
  const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  return type === undefined ? { cause: 'this browser records neither WebM nor MP4' } : { type };
}

const extensionOf = (type: string): string => (type.startsWith('video/mp4') ? 'mp4' : 'webm');

/** A film being made; whatever ends it, its tracks are given back. */
class Film {
  readonly #recorder: MediaRecorder;
  readonly #stream: MediaStream;
  readonly #mostBytes: number;
  readonly #ended: (clip: Video) => void;
  readonly #fileName: string;
  readonly #listening = new AbortController();
  #parts: Blob[] = [];
  #note = '';
  bytes = 0;
  seconds = 0;

  constructor(
    canvas: HTMLCanvasElement,
    type: string,
    fileName: string,
    mostBytes: number,
    ended: (clip: Video) => void,
  ) {
    this.#fileName = fileName;
    this.#mostBytes = mostBytes;
    this.#ended = ended;
    this.#stream = canvas.captureStream(FRAMES_A_SECOND);
    try {
      this.#recorder = new MediaRecorder(this.#stream, { mimeType: type, videoBitsPerSecond: BITS_A_SECOND });
      this.#listen();
      this.#recorder.start(SLICE_MS);
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  get recording(): boolean {
    return this.#recorder.state !== 'inactive';
  }

  /** Ends it and keeps what there is. */
  stop(note = ''): void {
    this.#note ||= note;
    if (this.recording) this.#recorder.stop();
  }

  /** Ends it and keeps nothing; says nothing any more. */
  drop(): void {
    const { recording } = this;
    this.#release();
    if (recording) this.#recorder.stop();
  }

  #listen(): void {
    const { signal } = this.#listening;
    const recorder = this.#recorder;
    recorder.addEventListener('dataavailable', ({ data }) => this.#take(data), { signal });
    recorder.addEventListener('stop', () => this.#finish(), { signal });
    recorder.addEventListener(
      'error',
      (event) => this.#end({ phase: 'failed', cause: errorMessage('error' in event ? event.error : event) }),
      { signal },
    );
    // A hidden page is not drawn: the film waits with it.
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.hidden && recorder.state === 'recording') recorder.pause();
        else if (!document.hidden && recorder.state === 'paused') recorder.resume();
      },
      { signal },
    );
  }

  #take(data: Blob): void {
    if (data.size === 0) return;
    this.#parts.push(data);
    this.bytes += data.size;
    if (this.bytes >= this.#mostBytes)
      this.stop(`it ends at ${Math.round(this.#mostBytes / 1e6)} MB, the largest a clip may be`);
  }

  #finish(): void {
    const film = new Blob(this.#parts, { type: this.#recorder.mimeType.split(';')[0] ?? '' });
    this.#end(
      film.size > 0
        ? { phase: 'done', file: film, fileName: this.#fileName, note: this.#note }
        : { phase: 'failed', cause: 'the browser recorded nothing' },
    );
  }

  #end(clip: Video): void {
    this.drop();
    this.#ended(clip);
  }

  #release(): void {
    this.#listening.abort();
    this.#parts = [];
    for (const track of this.#stream.getTracks()) track.stop();
  }
}

/** Films the picture while the time-lapse runs, from the order to its end, to the order that ends it, or to the size allowed. */
export function clipModule({
  mostBytes = MAX_BYTES,
  now = () => performance.now(),
}: { readonly mostBytes?: number; readonly now?: () => number } = {}): Required<WorldModule> {
  let canvas: HTMLCanvasElement;
  let state: State;
  let film: Film | undefined;
  let orders: EventReader<VideoCommand>;
  let told = 0;
  /** Milliseconds, at the last frame. The ticker counts a slow frame as a twentieth of a second, the recorder in full. */
  let last = 0;

  const tell = (clip: Video): void => state.timeLapse.video.set(clip);

  const start = (): void => {
    const { timeLapse, view } = state;
    const found = filmType(canvas);
    if (film || !('type' in found) || view.get().mode !== 'time-lapse') return;
    const run = timeLapse.run.get();
    if (!run || run.commits.length === 0) return;
    const fileName = `${fileSlug(state.config.get().appName)}-time-lapse-${run.day}.${extensionOf(found.type)}`;
    try {
      film = new Film(canvas, found.type, fileName, mostBytes, (clip) => {
        film = undefined;
        tell(clip);
      });
    } catch (error) {
      tell({ phase: 'failed', cause: errorMessage(error) });
      return;
    }
    told = 0;
    last = now();
    timeLapse.playing.set(true);
    tell({ phase: 'recording', seconds: 0, bytes: 0 });
  };

  const stop = (note?: string): void => {
    if (!film) return;
    tell({ phase: 'finishing' });
    film.stop(note);
  };

  const obey = (order: VideoCommand): void => {
    const { phase } = state.timeLapse.video.get();
    if (order === 'start') start();
    else if (order === 'stop') stop();
    else if (order === 'cancel') {
      film?.drop();
      film = undefined;
      if (phase === 'recording' || phase === 'finishing') tell(noVideo);
    } else if (phase === 'done' || phase === 'failed') tell(noVideo);
  };

  return {
    init(scene, into) {
      canvas = scene.renderer.domElement;
      state = into;
      film = undefined;
      orders = state.timeLapse.videoCommand.reader();
      const found = filmType(canvas);
      tell('cause' in found ? { phase: 'impossible', cause: found.cause } : noVideo);
    },
    update() {
      for (let order = orders.next(); order; order = orders.next()) obey(order);
      if (!film?.recording) return;
      if (state.view.get().mode !== 'time-lapse') {
        stop();
        return;
      }
      const time = now();
      film.seconds += Math.min(MAX_PAUSE_SECONDS, (time - last) / 1000);
      last = time;
      if (film.seconds - told < TELL_SECONDS) return;
      told = film.seconds;
      tell({ phase: 'recording', seconds: film.seconds, bytes: film.bytes });
    },
    dispose() {
      film?.drop();
      film = undefined;
      tell(noVideo);
    },
  };
}

export const { init, update, dispose } = clipModule();
