export * from './answers.js';
export * from './mount-remote.js';
export { setupServer } from 'msw/node';
