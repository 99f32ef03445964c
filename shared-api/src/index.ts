export * from './remembered.js';
export * from './remote.js';
export { hasFeatureFlag } from './rules/feature-flags.js';
export { moduleSettingValues } from './rules/module-settings.js';
export * from './transport/api-error.js';
export * from './transport/transport.js';
