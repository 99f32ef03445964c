import { expect, it } from '@jest/globals';
import { etagOf, saveNumberOf, versionsIn } from './etag.js';

it.each([
  ['"7"', [7]],
  ['"12.7"', [12, 7]],
  [' W/"7.123" ', [7, 123]],
  ['', undefined],
  ['7', undefined],
  ['"7.x"', undefined],
  ['"1234567890"', undefined],
])('parses the versions of %s', (etag, versions) => {
  expect(versionsIn(etag)).toEqual(versions);
  expect(saveNumberOf(etag)).toBe(versions?.[0]);
});

it('formats what it parses', () => {
  expect(versionsIn(etagOf(12, 7, 20_260))).toEqual([12, 7, 20_260]);
});
