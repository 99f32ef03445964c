import { describe, expect, it } from '@jest/globals';
import { describeError } from './described-error';

const origin = 'https://console.test';

function thrown(message: string, ...lines: string[]): Error {
  const error = new TypeError(message);
  error.stack = [`TypeError: ${message}`, ...lines].join('\n');
  return error;
}
const describeHere = (error: unknown) => describeError(error, origin);

describe('an error’s module', () => {
  it.each([
    ['Chrome', `    at draw (${origin}/modules/mf-hours/1.2.0%2Bab12/src_App.3f.js:12:7)`],
    ['Chrome, outside of a function', `    at ${origin}/modules/mf-hours/1.2.0%2Bab12/src_App.3f.js:12:7`],
    ['Firefox and Safari', `draw@${origin}/modules/mf-hours/1.2.0%2Bab12/src_App.3f.js:12:7`],
    ['a retry', `    at draw (${origin}/modules/mf-hours/1.2.0%2Bab12/~2/src_App.3f.js:12:7)`],
  ])('reads the module from a stack of %s', (_, line) => {
    expect(describeHere(thrown('boom', line))).toEqual({
      message: 'TypeError: boom',
      source: 'src_App.3f.js:12:7',
      module: { name: 'mf-hours', version: '1.2.0+ab12' },
      foreign: false,
    });
  });

  it('names the calling module when shared code threw the error', () => {
    const described = describeHere(
      thrown(
        'boom',
        `    at kit (${origin}/shell/main.ab.js?v=1:1:99)`,
        `    at page (${origin}/modules/mf-hours/1.0.0/page.js:3:4)`,
        `    at other (${origin}/modules/mf-billing/2.0.0/page.js:5:6)`,
      ),
    );
    expect(described).toMatchObject({ source: 'main.ab.js:1:99', module: { name: 'mf-hours', version: '1.0.0' } });
  });

  it('names no module when the stack has only shell files or none', () => {
    expect(describeHere(thrown('boom', `    at start (${origin}/shell/main.js:1:2)`)).module).toBeNull();
    expect(describeHere(thrown('boom'))).toMatchObject({ source: '', module: null, foreign: false });
  });

  it('marks an error as foreign when its stack names a file of another origin', () => {
    expect(describeHere(thrown('boom', '    at x (chrome-extension://abc/content.js:1:2)')).foreign).toBe(true);
    expect(
      describeHere(thrown('boom', '    at x (http://localhost:9001/modules/mf-hours/1.0.0/a.js:1:2)')),
    ).toMatchObject({ module: null, foreign: true });
  });

  it('reads the module from the file that could not be parsed', () => {
    const error = thrown('Unexpected token');
    const place = { filename: `${origin}/modules/mf-hours/1.0.0/page.js`, lineno: 4, colno: 2 };
    expect(describeError(error, origin, place)).toMatchObject({
      source: 'page.js:4:2',
      module: { name: 'mf-hours', version: '1.0.0' },
    });
  });
});

describe('an error’s message', () => {
  it('truncates to the maximum length of a report', () => {
    expect(describeHere(new Error('a'.repeat(900))).message).toHaveLength(500);
  });

  it('names files without URL and query', () => {
    expect(
      describeHere(new Error(`Loading chunk 3 failed.\n(error: ${origin}/modules/a/1.0.0/3.js?q=Miller)`)).message,
    ).toBe('Error: Loading chunk 3 failed.\n(error: 3.js)');
  });

  it.each(['{"name": Miller}', `[${'"Miller", '.repeat(40)}oops]`])(
    'does not repeat text that failed to parse as JSON (case %#)',
    (text) => {
      let caught: unknown;
      try {
        JSON.parse(text);
      } catch (error) {
        caught = error;
      }
      expect(describeHere(caught).message).toContain('SyntaxError');
      expect(describeHere(caught).message).not.toContain('Miller');
    },
  );

  it.each([
    [{ status: 409, code: 'stale', message: 'Mrs. Miller changed it' }, 'ApiError: stale (409)'],
    ['Mrs. Miller', 'Thrown without being an error: string'],
    [undefined, 'Thrown without being an error: undefined'],
    [null, 'Thrown without being an error: null'],
  ])('names only the kind of a thrown value: %j', (value, message) => {
    expect(describeHere(value)).toEqual({ message, source: '', module: null, foreign: false });
  });
});
