/** The gallery of the widgets; the page also loads `embed.js`, as any page with a widget does. */
import { followGrounds } from './components/gallery/widget-demo.ts';

const grounds = document.querySelector('form');
if (grounds) followGrounds(grounds);
