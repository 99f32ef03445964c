// @ts-check
/** Imported first by a test of style rules: pages then write them, as in a browser. */
import { jest } from '@jest/globals';

jest.unmock('@emotion/sheet');
