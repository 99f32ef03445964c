import { installHistory } from './history';

/** The page's one history. Imported before single-spa, whose listeners must come after this one's. */
export const consoleHistory = installHistory(window);
