import type { ModulesContext } from './modules/context.js';
import type { PracticesContext } from './practices/context.js';

/** The dependencies of all routes. A file names the context of the group that has what it needs. */
export type AppContext = PracticesContext & ModulesContext;
