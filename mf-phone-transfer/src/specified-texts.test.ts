/**
 * The texts that the specification quotes (internal administration, 4). They are frozen. Every other text may change.
 */
import { expect, it } from '@jest/globals';
import { textsOf } from 'shared-ui/testing';
import { messages } from './messages';

it.each(['Are you sure?', 'Transfer', 'Loading...'])('keeps "%s"', (text) => {
  expect(textsOf(messages)).toContain(text);
});
