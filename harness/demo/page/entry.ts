/**
 * The first script of the pages of a static demo (`npm run build -- --demo`). It answers the pages' requests
 * to the home's server in the page, with recordings. All other requests go to the network. The recordings and
 * the resident are loaded with the first such request.
 */
import { PageSocket } from './page-socket.ts';
import { isRecorded } from './addresses.ts';

const base = new URL('./', document.baseURI);
const network = window.fetch.bind(window);
const loadHome = async () => new (await import('./recorded-home.ts')).RecordedHome(base, network);
let opened: ReturnType<typeof loadHome> | undefined;
const openHome = () => (opened ??= loadHome());

window.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, base);
  if (!isRecorded(url, base)) return network(input, init);
  const answer = await (await openHome()).answer(url);
  init?.signal?.throwIfAborted();
  return answer;
};

window.WebSocket = new Proxy(window.WebSocket, {
  construct(RealSocket, [address, protocols]: [string | URL, (string | string[])?]) {
    const url = new URL(address, base);
    if (!isRecorded(url, base)) return new RealSocket(url, protocols);
    return new PageSocket(async (send) => (await openHome()).serve(url, send));
  },
});
