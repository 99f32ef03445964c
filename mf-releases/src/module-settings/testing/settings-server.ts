/** A mock server for tests and the standalone host. It has one module with settings and stores what is saved. */
import {
  type BodyOf,
  effectiveSettings,
  etagOf,
  type ModuleSettings,
  settingText,
  type SettingValue,
} from 'shared-api/contracts';
import { type ConfiguredModule, listModuleSettings, saveModuleSettings } from 'shared-api/contracts/module-settings';
import { answer, errorReply, type HandledRequest, reply } from 'shared-api/testing';

export const declared: ModuleSettings = {
  high_utilization_from: {
    ...{ type: 'integer', label: 'High utilization from', help: 'Marked High.', unit: '%' },
    ...{ default: 85, min: 1, max: 100 },
  },
  show_legend: { type: 'boolean', label: 'Show the legend', default: true },
  note: { type: 'text', label: 'Note below the grid', default: '', max_length: 20 },
  first_day: {
    ...{ type: 'choice', label: 'First day of the week', default: 'sun' },
    choices: [
      { value: 'sun', label: 'Sunday' },
      { value: 'mon', label: 'Monday' },
    ],
  },
};

type Values = Record<string, SettingValue>;

export class SettingsServer {
  saves: { body: BodyOf<typeof saveModuleSettings>; ifMatch: string | null }[] = [];
  private former: Values | null = null;
  private version = 0;

  constructor(private stored: Values = {}) {}

  /** Simulates a save by somebody else. */
  change(stored: Values): void {
    this.former = this.stored;
    this.stored = stored;
    this.version += 1;
  }

  private module(): ConfiguredModule {
    const { values, refused } = effectiveSettings(declared, this.stored);
    return {
      name: 'mf-hours',
      title: 'Hours',
      version: '1.4.0',
      settings: Object.entries(declared).map(([name, setting]) => ({
        ...{ name, setting, value: values[name] ?? setting.default },
        is_set: Object.hasOwn(this.stored, name),
      })),
      fallbacks: refused.map(({ name, setting, value, problem }) => ({
        ...{ version: '1.4.0', role: 'live' as const, name, label: setting.label, problem },
        stored: settingText(setting, value),
        default: settingText(setting, setting.default),
      })),
      former: this.former,
      changed_by: this.version > 0 ? 'Sam Super' : null,
      changed_at: this.version > 0 ? Date.UTC(2026, 10, 20, 15, 42) / 1000 : null,
      etag: etagOf(this.version),
    };
  }

  private save({ body, ifMatch }: HandledRequest<typeof saveModuleSettings>): Response {
    this.saves.push({ body, ifMatch });
    if (ifMatch !== etagOf(this.version)) {
      return errorReply(409, 'stale_version', 'Ada changed these settings while you were editing. Nothing was saved.');
    }
    const values = Object.entries({ ...this.stored, ...body.set }).filter(([name]) => !body.clear.includes(name));
    this.change(Object.fromEntries(values));
    return reply(saveModuleSettings, { status: 'success', etag: etagOf(this.version) });
  }

  handlers() {
    return [
      answer(listModuleSettings, () => reply(listModuleSettings, { modules: [this.module()] })),
      answer(saveModuleSettings, (request) => this.save(request)),
    ];
  }
}
