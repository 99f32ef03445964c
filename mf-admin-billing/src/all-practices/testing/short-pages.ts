/** Pages of 10 practices, 5 on a phone, because jsdom, which has no layout, draws every row. Import this first. */
import { jest } from '@jest/globals';

jest.mock('../page-size', () => ({ PAGE_SIZE: 10, PHONE_PAGE_SIZE: 5 }));
