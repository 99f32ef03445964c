import { describe, expect, it } from '@jest/globals';
import { type Scheme, schemes, type Tokens } from './tokens';

/** Relative luminance of `#rrggbb`, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

type Name = keyof Tokens;
const grounds: Name[] = ['paper', 'surface', 'rail', 'subtle'];
const tints: Name[] = ['primaryTint', 'attentionTint', 'dangerTint', 'informationTint', 'successTint', 'neutralTint'];

/** Text colors and their backgrounds. */
const text: [Name, Name[]][] = [
  ['ink', [...grounds, ...tints]],
  ['inkSecond', [...grounds, ...tints]],
  ['inkThird', [...grounds, ...tints]],
  ['primary', [...grounds, 'primaryTint', 'neutralTint']],
  ['attention', [...grounds, 'attentionTint']],
  ['danger', [...grounds, 'dangerTint', 'attentionTint']],
  ['information', [...grounds, 'informationTint']],
  ['success', [...grounds, 'successTint']],
  ['neutral', [...grounds, 'neutralTint']],
  ['onPrimaryFill', ['primaryFill', 'primaryFillHover']],
  ['onDangerFill', ['dangerFill', 'dangerFillHover']],
  ['onInverse', ['inverse', 'inverseControl']],
  ['onInverseSecond', ['inverse']],
  ['onInverseDanger', ['inverse']],
  ['onInverseSuccess', ['inverse']],
  ['onInverseAction', ['inverseAction']],
  ['onInternal', ['internal', 'internalHover']],
  ['onInternalSecond', ['internal', 'internalHover']],
  ['internalMark', ['internal', 'inverse']],
];

/** Borders of controls, marks and focus rings, and their backgrounds. */
const marks: [Name, Name[]][] = [
  ['control', [...grounds, 'attentionTint']],
  ['focus', [...grounds, ...tints]],
  ['primaryFill', grounds],
  ['dangerFill', ['surface']],
  ['danger', grounds],
  ['onInverse', ['inverse']],
  ['inverseAction', ['inverse']],
  ['onInternal', ['internal', 'internalHover']],
];

const pairs = (list: [Name, Name[]][]): [Name, Name][] =>
  list.flatMap(([front, backs]) => backs.map((back): [Name, Name] => [front, back]));

describe.each<Scheme>(['light', 'dark'])('colors of the %s scheme', (scheme) => {
  const tokens = schemes[scheme];

  it.each(pairs(text))('shows the text color %s on %s at 4.5:1 or more', (front, back) => {
    expect(contrast(tokens[front], tokens[back])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(marks))('shows the mark color %s on %s at 3:1 or more', (front, back) => {
    expect(contrast(tokens[front], tokens[back])).toBeGreaterThanOrEqual(3);
  });
});

describe('colors from the design drawings', () => {
  it('match the design drawings', () => {
    expect(schemes.light).toMatchObject({
      ink: '#1a2230',
      inkSecond: '#545d6b',
      paper: '#f6f6f2',
      surface: '#ffffff',
      line: '#e2e3dc',
      primary: '#1d6b5a',
      primaryTint: '#e4f0ec',
      attention: '#8a5a00',
      attentionTint: '#fdf3dc',
      danger: '#a8261d',
      dangerTint: '#fbe9e7',
      information: '#2b5c97',
      informationTint: '#e6eef8',
    });
  });

  it('replaces the drawn tertiary text color, which lacks contrast on the page background', () => {
    expect(contrast('#6c7582', schemes.light.paper)).toBeLessThan(4.5);
    expect(contrast(schemes.light.inkThird, schemes.light.paper)).toBeGreaterThanOrEqual(4.5);
  });
});
