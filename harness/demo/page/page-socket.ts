/** The other side of a connection. */
export interface SocketServer {
  message(text: string): void;
  close(): void;
}

/**
 * A WebSocket whose server runs in the same page, with the members of `WebSocket` that the pages use. `serve`
 * begins a connection. Its parameter is a function that sends a text to the page.
 */
export class PageSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  #server: SocketServer | undefined;

  constructor(serve: (send: (text: string) => void) => Promise<SocketServer>) {
    void this.#open(serve);
  }

  send(text: string): void {
    // As over a network: the answer comes after the call has returned.
    queueMicrotask(() => this.#server?.message(text));
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#server?.close();
    this.#server = undefined;
    this.onclose?.(new CloseEvent('close'));
  }

  async #open(serve: (send: (text: string) => void) => Promise<SocketServer>): Promise<void> {
    try {
      const server = await serve((data) => {
        if (this.readyState === WebSocket.OPEN) this.onmessage?.(new MessageEvent('message', { data }));
      });
      if (this.readyState === WebSocket.CLOSED) return server.close();
      this.#server = server;
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event('open'));
    } catch {
      // The recordings cannot be loaded. For the page, the connection has failed, so it tries again.
      this.close();
    }
  }
}
