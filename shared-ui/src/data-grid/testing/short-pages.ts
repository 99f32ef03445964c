/** Sets pages to 10 rows, because jsdom has no layout and renders every row of a page. Import this first. */
import { jest } from '@jest/globals';

jest.mock('../page-size', () => ({ PAGE_SIZE: 10 }));
