// @ts-check
import { describe, expect, it } from '@jest/globals';
import { differences, unannounced } from './compare.mjs';

/** @param {string} version @param {Record<string, string>} exports @returns {import('./report.mjs').Report} */
const kit = (version, exports) => ({
  name: 'kit',
  version,
  entries: {
    kit: Object.fromEntries(Object.entries(exports).map(([name, text]) => [name, { since: '1.0.0', text }])),
  },
});

const props = 'interface ButtonProps {\n    label: string;\n}';

describe('differences', () => {
  it.each([
    ['a removed export', { ButtonProps: props, Button: 'x' }, { ButtonProps: props }, 'removed'],
    ['a new export', {}, { Button: 'x' }, 'added'],
    ['a member of another type', { ButtonProps: props }, { ButtonProps: props.replace('string', 'number') }, 'changed'],
    ['a removed member', { ButtonProps: props }, { ButtonProps: 'interface ButtonProps {\n}' }, 'changed'],
    [
      'a new optional property',
      { ButtonProps: props },
      { ButtonProps: props.replace(';', ';\n    icon?: string;') },
      'extended',
    ],
    [
      'a property that is new and required',
      { ButtonProps: props },
      { ButtonProps: props.replace(';', ';\n    icon: string;') },
      'changed',
    ],
    [
      'a property that becomes required',
      { ButtonProps: props.replace('label', 'label?') },
      { ButtonProps: props },
      'changed',
    ],
    [
      'a new member of what the shell gives',
      { RemoteProps: 'interface RemoteProps {\n    route: string;\n}' },
      { RemoteProps: 'interface RemoteProps {\n    route: string;\n    nonce: string;\n}' },
      'extended',
    ],
    [
      'a new member of what the kit gives a test',
      { MountedRemote: 'interface MountedRemote {\n    props: RemoteProps;\n}' },
      { MountedRemote: 'interface MountedRemote {\n    props: RemoteProps;\n    setFeatureFlags(): void;\n}' },
      'extended',
    ],
    ['a new value', { Tone: "type Tone = 'info';" }, { Tone: "type Tone = 'info' | 'danger';" }, 'extended'],
  ])('finds %s', (_, before, after, kind) => {
    const found = differences(kit('1.0.0', before), kit('1.0.0', after));
    expect(found.map((difference) => difference.kind)).toEqual([kind]);
  });

  it('ignores parameter names but not their types', () => {
    /** @param {string} text */
    const one = (text) => kit('1.0.0', { Button: text });
    const before = one('function Button({ label, icon, }: ButtonProps): ReactNode;');
    expect(differences(before, one('function Button({ ...rest }: ButtonProps): ReactNode;'))).toEqual([]);
    expect(differences(before, one('function Button(props: OtherProps): ReactNode;'))).toMatchObject([
      { kind: 'changed' },
    ]);
  });

  it('allows only the width of a media query in a text to change', () => {
    /** @param {string} text */
    const one = (text) => kit('1.0.0', { phone: `const phone: "${text}"` });
    const kinds = (/** @type {string} */ text) =>
      differences(one('@media (max-width: 599.95px)'), one(text)).map(({ kind }) => kind);
    expect(kinds('@media (max-width: 639.95px)')).toEqual(['extended']);
    expect(kinds('(max-width: 639.95px)')).toEqual(['changed']);
  });

  it('ignores white space', () => {
    expect(differences(kit('1.0.0', { A: 'const A: 1' }), kit('1.0.0', { A: 'const A: 1' }))).toEqual([]);
  });
});

describe('unannounced', () => {
  const before = { A: 'x', B: 'x' };

  it.each([
    ['1.0.1', 1],
    ['1.1.0', 1],
    ['2.0.0', 0],
  ])('counts a removal in %s as %s', (version, count) => {
    expect(unannounced(kit('1.0.0', before), kit(version, { A: 'x' }))).toHaveLength(count);
  });

  it.each([
    ['1.0.1', 1],
    ['1.1.0', 0],
    ['2.0.0', 0],
  ])('counts an addition in %s as %s', (version, count) => {
    expect(unannounced(kit('1.0.0', before), kit(version, { ...before, C: 'x' }))).toHaveLength(count);
  });
});
