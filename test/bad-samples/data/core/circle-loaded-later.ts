export { load } from './circle-part.ts';
