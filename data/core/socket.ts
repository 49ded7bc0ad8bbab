/** The parts of WebSocket that are used: the browser's, Node's own and the `ws` package all have them. */
export type SocketMaker = new (url: string) => WebSocket;

/** Lets go of a socket so that nothing it still says is heard. */
export function releaseSocket(socket: WebSocket | undefined): void {
  if (!socket) return;
  socket.onopen = socket.onmessage = socket.onclose = null;
  // A socket closed while connecting reports an error to nobody; without a handler some implementations throw.
  socket.onerror = () => undefined;
  socket.close();
}
