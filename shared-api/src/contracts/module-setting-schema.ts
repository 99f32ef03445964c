/** Settings that a module declares for the console's operator, in `settings` of its `module.json`. */
import * as z from 'zod/mini';
import { settingProblem } from '../rules/module-settings.js';
import { typedName } from './typed-name.js';

/** Name of a setting in the module's code: `high_utilization_from`. */
export const settingName = z
  .string()
  .check(z.maxLength(60), z.regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'Lower case, with underscores'));

export const settingValue = z.union([z.int(), z.boolean(), z.string().check(z.maxLength(2000))]);
export type SettingValue = z.infer<typeof settingValue>;

const common = { label: typedName(60), help: z.optional(typedName(200)) };

const typesWith = (object: typeof z.strictObject) =>
  [
    object({
      type: z.literal('integer'),
      ...common,
      default: z.int(),
      min: z.int(),
      max: z.int(),
      /** Unit after the number: `minutes`, `%`. */
      unit: z.optional(typedName(20)),
    }),
    object({ type: z.literal('boolean'), ...common, default: z.boolean() }),
    object({
      type: z.literal('text'),
      ...common,
      default: z.string(),
      max_length: z.int().check(z.gte(1), z.lte(2000)),
    }),
    object({
      type: z.literal('choice'),
      ...common,
      default: z.string(),
      choices: z
        .array(object({ value: z.string().check(z.minLength(1), z.maxLength(60)), label: typedName(60) }))
        .check(z.minLength(2), z.maxLength(20)),
    }),
  ] as const;

/** Labels must be unique for people, and values for the module. */
const choicesDiffer = (choices: readonly { value: string; label: string }[]): boolean =>
  (['value', 'label'] as const).every((key) => new Set(choices.map((choice) => choice[key])).size === choices.length);

const settingOfType = z.discriminatedUnion('type', typesWith(z.strictObject));

/** A setting in a response. A newer replica can have stored keys that this one doesn't know, which are omitted. */
export const shownSetting = z.discriminatedUnion('type', typesWith(z.object as typeof z.strictObject));

export const moduleSetting = settingOfType.check(
  z.refine((setting) => settingProblem(setting, setting.default) === undefined, {
    path: ['default'],
    error: 'The setting doesn’t accept its own default',
  }),
  z.refine((setting) => setting.type !== 'choice' || choicesDiffer(setting.choices), {
    path: ['choices'],
    error: 'Two choices have the same value or label',
  }),
);
export type ModuleSetting = z.infer<typeof settingOfType>;

/** By name. Labels are unique, because people tell settings apart by them. */
export const moduleSettings = z.record(settingName, moduleSetting).check(
  z.refine((settings) => Object.keys(settings).length <= 30, 'At most 30 settings'),
  z.refine((settings) => {
    const labels = Object.values(settings).map(({ label }) => label);
    return new Set(labels).size === labels.length;
  }, 'Two settings have the same label'),
);
export type ModuleSettings = z.infer<typeof moduleSettings>;
