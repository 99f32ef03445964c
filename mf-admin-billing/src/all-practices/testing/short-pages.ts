/**
 * Sets pages to 10 practices, or 5 on a phone, because jsdom has no layout and renders every row. Import this first.
 */
import { jest } from '@jest/globals';

jest.mock('../page-size', () => ({ PAGE_SIZE: 10, PHONE_PAGE_SIZE: 5 }));
