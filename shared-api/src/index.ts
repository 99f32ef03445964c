export * from './remembered.js';
export * from './remote.js';
export * from './transport/api-error.js';
export * from './transport/transport.js';
