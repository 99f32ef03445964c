/** For the tests of pages: rendering with the kit around, and what axe finds wrong. Never imported by a page. */
export { faultsIn } from './accessible';
export { catchDownloads } from './downloads';
export { renderKit } from './render';
export { defaultCardsIn, defaultCardsOf } from './shown-cards';
