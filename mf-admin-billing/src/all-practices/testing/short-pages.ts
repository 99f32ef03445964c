/** Pages of 10 practices, because jsdom, which has no layout, draws every row. Import this first. */
import { jest } from '@jest/globals';

jest.mock('../page-size', () => ({ PAGE_SIZE: 10 }));
