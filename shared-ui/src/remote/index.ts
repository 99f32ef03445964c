export * from './remote-lifecycles';
export type { RemoteBaseQuery } from './redux-parts';
export * from './remote-store';
export * from './use-remote';
