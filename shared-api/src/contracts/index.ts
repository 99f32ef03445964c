export * from './call.js';
export * from './error.js';
export * from './modules.js';
export * from './page.js';
export * from './practices.js';
export * from './session.js';
export * from './weekly-hours.js';
export * from '../rules/weekly-hours.js';
