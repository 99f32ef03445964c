export * from './mount-remote.js';
