export { endpointsOf } from './endpoints';
export { lazyPage, remoteApp } from './remote-app';
export * from './remote-lifecycles';
export type { RemoteBaseQuery } from './redux-parts';
export { remoteBaseQuery } from './remote-store';
export {
  choiceParam,
  dateParam,
  flagParam,
  optionalParam,
  pageParam,
  textParam,
  type UrlParam,
  type UrlParams,
  urlParams,
} from './url-params';
export { type Attempt, type AttemptedChange, useAttempt } from './use-attempt';
export * from './use-remote';
export { useRevision } from './use-revision';
export { type ChangeUrlParams, useTypedUrlParams, useUrlParams } from './use-url-params';
