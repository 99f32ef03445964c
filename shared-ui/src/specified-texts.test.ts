/** Texts that the specification quotes and several modules show. They are frozen; all others can change. */
import { expect, it } from '@jest/globals';
import { cardFormMessages } from './card-form/messages';
import { cardMessages } from './cards/messages';
import { commonMessages } from './messages';
import { textsOf } from './testing';

const texts = textsOf({ commonMessages, cardMessages, cardFormMessages });

it.each([
  // Billing, 2
  'You have unsaved changes. Please save your changes before leaving this page.',
  'Save Changes',
  'Saving...',
  // Internal administration, 2.5, 5 and 8
  'Add Payment Method',
  'Are you sure you want to delete this payment method?',
  'Failed to initialize payment system',
  'No payment methods added yet.',
])('keeps "%s"', (text) => {
  expect(texts).toContain(text);
});
