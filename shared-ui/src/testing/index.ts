/** Helpers for tests of pages: rendering with the kit's theme, and accessibility checks. Pages never import this. */
export { accessibilityViolations } from './accessibility';
export { dateField, typeDate } from './dates';
export { catchDownloads } from './downloads';
export { renderKit } from './render';
export { defaultCardsIn, defaultCardsOf } from './default-cards';
export { textsOf } from './texts';
export { reloadStored } from './stored';
