export { endpointsOf } from './endpoints';
export { lazyPage, remoteApp } from './remote-app';
export * from './remote-lifecycles';
export type { RemoteBaseQuery } from './redux-parts';
export { remoteBaseQuery } from './remote-store';
export { type DiscardQuestion, useDiscardQuestion } from './use-discard-question';
export * from './use-remote';
