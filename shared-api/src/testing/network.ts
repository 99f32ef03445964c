/** The network of a test. An entry of its own, because it runs in Node alone, and the rest of the folder in a page too. */
export { setupServer } from 'msw/node';
