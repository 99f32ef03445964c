/** Module settings, set by the console's operator. */
import * as z from 'zod/mini';
import { defineCall, inAnswer } from './call.js';
import { moduleName } from './modules.js';
import { settingName, settingValue, shownSetting } from './module-setting-schema.js';

const values = z.record(z.string(), settingValue);

/** A module whose live version declares settings. */
export const configuredModule = z.object({
  name: z.string(),
  title: z.string(),
  /** The live version, which declares these settings. */
  version: z.string(),
  /** Sorted by label. */
  settings: z.array(
    z.object({
      name: z.string(),
      setting: shownSetting,
      /** The values that the live version uses. */
      value: settingValue,
      /** True if a value is stored, even one that the version doesn't accept. */
      is_set: z.boolean(),
    }),
  ),
  /** Stored values that the live version or the canary doesn't accept. It reads its default instead. */
  fallbacks: z.array(
    z.object({
      version: z.string(),
      role: z.enum(['live', 'canary']),
      name: z.string(),
      label: z.string(),
      /** The values as shown to people. */
      stored: z.string(),
      default: z.string(),
      problem: z.string(),
    }),
  ),
  /** The non-default values before the latest change, by name. Null if nothing was changed yet. */
  former: z.nullable(values),
  changed_by: z.nullable(z.string()),
  /** Epoch seconds. */
  changed_at: z.nullable(z.int()),
  /** The version for `If-Match`. */
  etag: z.string(),
});
export type ConfiguredModule = z.infer<typeof configuredModule>;

export const listModuleSettings = defineCall({
  name: 'listModuleSettings',
  method: 'GET',
  path: '/api/module-settings/',
  access: 'internal',
  summary: 'The settings of all modules whose live version declares some, with their values',
  answer: z.object({ modules: z.array(configuredModule) }),
});

export const saveModuleSettings = defineCall({
  name: 'saveModuleSettings',
  method: 'PUT',
  path: '/api/modules/:module/settings/',
  access: 'super-admin',
  stepUp: true,
  summary: 'Set settings of a module, or reset them to their defaults. Pages use them from their next load',
  params: z.object({ module: moduleName }),
  body: z.strictObject({
    set: z.record(settingName, settingValue),
    /** Names of settings to reset to their default. */
    clear: z.array(settingName).check(z.maxLength(100)),
  }),
  answer: inAnswer(z.strictObject({ status: z.literal('success'), etag: z.string() })),
});
