// @ts-check
export { hostConfig } from './host.mjs';
export { remoteConfig } from './remote.mjs';
