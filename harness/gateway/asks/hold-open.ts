import type { FastifyReply } from 'fastify';

/** An answer that is sent in parts. */
interface Stream {
  /** Whether the client reads more slowly than the home writes. */
  readonly isFull: boolean;
  write(text: string): void;
  end(text?: string): void;
  /** Calls a function when the connection is closed, by whichever side. */
  onClose(listener: () => void): void;
}

/** Begins a response that stays open. It has the headers of all responses, and proxies do not buffer it. */
export function holdOpen(reply: FastifyReply, type: string): Stream {
  const { raw } = reply;
  const headers = { ...reply.getHeaders(), 'content-type': type, 'cache-control': 'no-store' };
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
  // With this header, nginx does not buffer the response.
  raw.setHeader('x-accel-buffering', 'no');
  reply.hijack();
  raw.on('error', () => undefined);
  raw.writeHead(200);
  raw.flushHeaders();
  return {
    get isFull() {
      return raw.writableNeedDrain;
    },
    write: (text) => void (raw.writable && raw.write(text)),
    end: (text = '') => void (raw.writable && raw.end(text)),
    // If the client has already closed the connection, `listener` is called at once.
    onClose: (listener) => (raw.closed || raw.destroyed ? listener() : void raw.on('close', listener)),
  };
}
