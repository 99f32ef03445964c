import { describe, expect, it } from '@jest/globals';
import { scrubMessage, scrubSource } from './scrub.js';

describe('scrubbedMessage', () => {
  it.each([
    ["Cannot read properties of undefined (reading 'name')", "Cannot read properties of undefined (reading 'name')"],
    ['Minified React error #418; visit react.dev/errors/418', 'Minified React error #418; visit react.dev/errors/418'],
    ['Loading chunk src_App_tsx failed', 'Loading chunk src_App_tsx failed'],
    ['No practice ana.whitfield+x@clinic.example here', 'No practice [e-mail] here'],
    ['GET /api/12/hours/?search=Whitfield&page=2 failed', 'GET /api/12/hours/?[query] failed'],
    ['Not a phone number: (555) 010-4477', 'Not a phone number: [number]'],
    ['Unknown id 8812345', 'Unknown id [number]'],
    ['Refused pcdt_AbC123xyzAbC123xyz999', 'Refused [token]'],
    ['Header Authorization: Bearer abc.def', 'Header Authorization: [token]'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N', 'jwt [token]'],
    [
      'Unexpected token \'D\', "Dear Dr. Jones, my" is not valid JSON',
      'Unexpected token \'D\', "[text]" is not valid JSON',
    ],
    ['a\u0000b\n\tc \ud800', 'a b c'],
    ['   ', '(no message)'],
  ])('turns %j into %j', (message, expected) => {
    expect(scrubMessage(message)).toBe(expected);
  });

  it('shortens a message to 300 characters', () => {
    expect(scrubMessage('too long '.repeat(60))).toHaveLength(300);
  });

  it('handles any repeated character without a slowdown', () => {
    for (const unit of ['a', '1', 'a1', '@', '.', '?', '=', '"', "' ", '-', 'a@', 'a.', '+1', 'a1.'])
      expect(scrubMessage(unit.repeat(500).slice(0, 500)).length).toBeLessThanOrEqual(300);
  });
});

describe('scrubbedSource', () => {
  it.each([
    ['src_App_tsx.3f.js:12:7', 'src_App_tsx.3f.js:12:7'],
    ['https://console.example/modules/mf-hours/1.0.0/src_App_tsx.3f.js:12:7', 'src_App_tsx.3f.js:12:7'],
    ['https://console.example/page?token=abc', ''],
    ['https://console.example/a.js?token=abc:1:2', ''],
    ['', ''],
    ['somebody typed this', ''],
  ])('turns %j into %j', (source, expected) => {
    expect(scrubSource(source)).toBe(expected);
  });
});
