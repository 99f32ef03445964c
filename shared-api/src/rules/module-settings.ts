/** Which values a module's setting accepts, and which ones a version uses. Pages and server apply the same rules. */
import type { ModuleSetting, ModuleSettings, SettingValue } from '../contracts/module-setting-schema.js';
import { countText } from './counts.js';

/** The error for a value, shown to the person who sets it. Undefined if the setting accepts it. */
export function settingProblem(setting: ModuleSetting, value: unknown): string | undefined {
  switch (setting.type) {
    case 'integer': {
      const { min, max } = setting;
      const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
      return fits ? undefined : `Enter a whole number from ${countText(min)} to ${countText(max)}.`;
    }
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'Turn it on or off.';
    case 'text': {
      const fits = typeof value === 'string' && value.length <= setting.max_length;
      return fits ? undefined : `Enter at most ${countText(setting.max_length)} characters.`;
    }
    case 'choice':
      return setting.choices.some((choice) => choice.value === value) ? undefined : 'Choose one of the list.';
  }
}

/** `85%`, `30 days`. */
const withUnit = (value: SettingValue, unit: string | undefined): string =>
  [value, unit].filter((part) => part !== undefined).join(unit === '%' ? '' : ' ');

/** The value as text: `85%`, `On`. */
export function settingText(setting: ModuleSetting, value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (setting.type === 'choice')
    return setting.choices.find((choice) => choice.value === value)?.label ?? String(value);
  if (setting.type === 'integer') return withUnit(value, setting.unit);
  return value === '' ? 'Empty' : String(value);
}

/** A stored value that a version doesn't accept. The version uses the default instead. */
export interface RefusedSetting {
  name: string;
  setting: ModuleSetting;
  value: SettingValue;
  problem: string;
}

/** The values that a version with these settings uses: accepted stored values, otherwise defaults. */
export function effectiveSettings(
  settings: ModuleSettings,
  stored: Readonly<Record<string, SettingValue>>,
): { values: Record<string, SettingValue>; refused: RefusedSetting[] } {
  const values: Record<string, SettingValue> = {};
  const refused: RefusedSetting[] = [];
  for (const [name, setting] of Object.entries(settings)) {
    const value = Object.hasOwn(stored, name) ? stored[name] : undefined;
    const problem = value === undefined ? undefined : settingProblem(setting, value);
    values[name] = value === undefined || problem !== undefined ? setting.default : value;
    if (value !== undefined && problem !== undefined) refused.push({ name, setting, value, problem });
  }
  return { values, refused };
}

/** The type of a setting's values, from its default. */
type ValueOf<Default> = Default extends number ? number : Default extends boolean ? boolean : string;

/** The values of settings by name, typed by their defaults in `module.json`. */
export type SettingValuesOf<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends { default: infer Default } ? ValueOf<Default> : never;
};

/**
 * The operator's settings for the module, or its defaults. For contributions and other code outside components;
 * components use `useModuleSettings`.
 *
 * @param context the contribution's context or the module's props
 * @param settings `settings` of the module's own `module.json`: `import declaration from '../../module.json'`
 * @example
 * const declaration = {
 *   settings: { due_after_days: { type: 'integer', label: 'Due after', default: 180, min: 1, max: 999 } },
 * };
 * export const contribute: Contributions['nav.badge'] = async (context) => {
 *   const { due_after_days: days } = moduleSettingValues(context, declaration.settings);
 *   return { text: String(days), label: `Due after ${days} days`, severity: 'info' };
 * };
 */
export function moduleSettingValues<const Settings extends Readonly<Record<string, { default: SettingValue }>>>(
  context: { readonly settings?: Readonly<Record<string, SettingValue>> | undefined },
  settings: Settings,
): SettingValuesOf<Settings> {
  // A developer's own build can declare different settings than the version known to the console.
  const { values } = effectiveSettings(settings as unknown as ModuleSettings, context.settings ?? {});
  return values as SettingValuesOf<Settings>;
}
