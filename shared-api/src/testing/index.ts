export * from './answers.js';
export * from './contribution-tester.js';
export * from './find-leaks.js';
export * from './mount-remote.js';
