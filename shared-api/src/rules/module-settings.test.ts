import { describe, expect, it } from '@jest/globals';
import { moduleDeclaration } from '../contracts/modules.js';
import { type ModuleSetting, type ModuleSettings, moduleSettings } from '../contracts/module-setting-schema.js';
import { effectiveSettings, moduleSettingValues, settingProblem, settingText } from './module-settings.js';

const days: ModuleSetting = { type: 'integer', label: 'Due after', default: 180, min: 1, max: 1500, unit: 'days' };
const shown: ModuleSetting = { type: 'boolean', label: 'Show recalls', default: true };
const note: ModuleSetting = { type: 'text', label: 'Note', default: '', max_length: 5 };
const order: ModuleSetting = {
  ...{ type: 'choice', label: 'Order', default: 'due' },
  choices: [
    { value: 'due', label: 'Longest due first' },
    { value: 'name', label: 'By name' },
  ],
};

describe('settingProblem', () => {
  it.each<[ModuleSetting, unknown[]]>([
    [days, [1, 180, 1500]],
    [shown, [true, false]],
    [note, ['', 'Hello']],
    [order, ['due', 'name']],
  ])('accepts the values of $type', (setting, values) => {
    expect(values.map((value) => settingProblem(setting, value))).toEqual(values.map(() => undefined));
  });

  it.each<[ModuleSetting, unknown[], string]>([
    [days, [0, 1501, 1.5, NaN, '180', null, true], 'Enter a whole number from 1 to 1,500.'],
    [shown, ['true', 1, null], 'Turn it on or off.'],
    [note, ['Hello!', 5, null], 'Enter at most 5 characters.'],
    [order, ['late', '', null, 0], 'Choose one of the list.'],
  ])('says what $type needs', (setting, values, problem) => {
    expect(values.map((value) => settingProblem(setting, value))).toEqual(values.map(() => problem));
  });
});

describe('settingText', () => {
  it.each<[ModuleSetting, Parameters<typeof settingText>[1], string]>([
    [days, 90, '90 days'],
    [{ ...days, unit: '%' }, 90, '90%'],
    [{ ...days, unit: undefined } as unknown as ModuleSetting, 90, '90'],
    [shown, false, 'Off'],
    [note, '', 'Empty'],
    [order, 'name', 'By name'],
    [order, 'former', 'former'],
  ])('writes a value as people read it: %#', (setting, value, text) => {
    expect(settingText(setting, value)).toBe(text);
  });
});

describe('effectiveSettings', () => {
  const settings: ModuleSettings = { days, shown };

  it('uses stored values, and defaults for the rest', () => {
    expect(effectiveSettings(settings, { days: 90, of_another_version: 'x' })).toEqual({
      values: { days: 90, shown: true },
      refused: [],
    });
  });

  it('falls back to the default for rejected values, and lists them', () => {
    expect(effectiveSettings(settings, { days: 2000, shown: 'yes' })).toEqual({
      values: { days: 180, shown: true },
      refused: [
        { name: 'days', setting: days, value: 2000, problem: 'Enter a whole number from 1 to 1,500.' },
        { name: 'shown', setting: shown, value: 'yes', problem: 'Turn it on or off.' },
      ],
    });
  });

  it('ignores inherited properties', () => {
    const { values } = effectiveSettings({ constructor: days } as unknown as ModuleSettings, {});
    expect(values).toEqual({ constructor: 180 });
  });
});

describe('moduleSettingValues', () => {
  const declaration = { settings: { due_after_days: days, order } };

  it('has the types of the defaults in module.json', () => {
    const text: { default: string } = { default: 'due' };
    const values = moduleSettingValues(
      { settings: { due: 30 } },
      { due: { ...days, default: 180 }, order: { ...order, ...text } },
    );
    const sum: number = values.due + 1;
    expect([sum, values.order.toUpperCase()]).toEqual([31, 'DUE']);
  });

  it('returns the defaults if an older shell passes none or another version’s', () => {
    expect(moduleSettingValues({}, declaration.settings)).toEqual({ due_after_days: 180, order: 'due' });
    expect(moduleSettingValues({ settings: { due_after_days: 'soon' } }, declaration.settings).due_after_days).toBe(
      180,
    );
  });
});

describe('the settings of a declaration', () => {
  const problemsOf = (settings: unknown) =>
    moduleSettings.safeParse(settings).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

  it('are part of module.json', () => {
    const declaration = { name: 'mf-recalls', title: 'Recalls', audience: 'clinic', settings: { days, note } };
    const routes = [{ path: '/settings/:practice/recalls/list', title: 'Recalls', area: 'Practice', order: 1 }];
    expect(moduleDeclaration.parse({ ...declaration, routes })).toMatchObject({ settings: { days, note } });
  });

  it.each<[string, unknown, string[]]>([
    [
      'a default that it refuses',
      { days: { ...days, default: 0 } },
      ['days.default: The setting doesn’t accept its own default'],
    ],
    ['two equal labels', { days, more_days: days }, [': Two settings have the same label']],
    [
      'two choices with one value',
      { order: { ...order, choices: [...order.choices, { value: 'due', label: 'Due' }] } },
      ['order.choices: Two choices have the same value or label'],
    ],
    [
      'two choices with one label',
      { order: { ...order, choices: [...order.choices, { value: 'given', label: ' By name ' }] } },
      ['order.choices: Two choices have the same value or label'],
    ],
    ['an unknown type', { days: { ...days, type: 'date' } }, ['days.type: Invalid input']],
  ])('refuse %s', (_, settings, problems) => {
    expect(problemsOf(settings)).toEqual(problems);
  });
});
