import { installHistory } from './history';

/** The history of the page. Imported before single-spa, whose listeners must come after its own. */
export const consoleHistory = installHistory(window);
