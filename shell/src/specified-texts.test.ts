/** The texts of Quick Links that the specification quotes (settings and hours, 2.4). They are frozen. */
import { expect, it } from '@jest/globals';
import { textsOf } from 'shared-ui/testing';
import { messages } from './messages';

it.each(['Quick Links', 'Your saved links', 'Saved'])('keeps "%s"', (text) => {
  expect(textsOf(messages.quickLinks)).toContain(text);
});
