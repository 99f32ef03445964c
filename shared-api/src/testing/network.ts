/** The network of a test. A separate entry point: it runs only in Node, the rest of the folder also in a page. */
export { setupServer } from 'msw/node';
