export { lazyPage, remoteApp } from './remote-app';
export * from './remote-lifecycles';
export type { RemoteBaseQuery } from './redux-parts';
export { remoteBaseQuery } from './remote-store';
export * from './use-remote';
