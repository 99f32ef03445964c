/** Pages of 10 rows, because jsdom, which has no layout, draws every row of a page. Import this first. */
import { jest } from '@jest/globals';

jest.mock('../page-size', () => ({ PAGE_SIZE: 10 }));
