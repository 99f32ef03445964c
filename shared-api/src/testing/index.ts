export * from './answers.js';
export * from './mount-remote.js';
