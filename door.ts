/** The page /door: the owner signs in, reads what agents ask, and answers. */
import { createDoorState, startDoor } from './data/apps/door.ts';
import { browserEnvironment } from './data/core/environment.ts';
import { createIntervalLoop } from './data/core/interval-loop.ts';
import './components/door/door.ts';

const environment = {
  ...browserEnvironment(window),
  EventSource: window.EventSource,
  base: new URL('.', document.baseURI).href,
  worker: navigator.serviceWorker as ServiceWorkerContainer | undefined,
};
const state = createDoorState(environment);
startDoor(environment, state, createIntervalLoop(document));
const door = document.querySelector('hw-door');
if (door) door.door = state;
