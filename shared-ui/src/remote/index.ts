export * from './remote-lifecycles';
export * from './remote-store';
export * from './use-remote';
