/** The network of a test. A separate entry point, because it runs only in Node, unlike the rest of the folder. */
export { setupServer } from 'msw/node';
