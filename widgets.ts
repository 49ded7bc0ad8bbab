/** The gallery of the widgets; the page also loads `embed.js`, as any page with a widget does. */
import './components/gallery/widget-demo.ts';
import { followGrounds } from './components/gallery/grounds.ts';

const grounds = document.querySelector('form');
if (grounds) followGrounds(grounds);
