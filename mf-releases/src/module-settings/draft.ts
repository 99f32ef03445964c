/** Unsaved edits of a module's settings. Pure. */
import { type BodyOf, settingProblem, type SettingValue } from 'shared-api/contracts';
import type { ConfiguredModule, saveModuleSettings } from 'shared-api/contracts/module-settings';

/** Sets a value, or restores the default. An empty number field has the value null. */
export type Edit = { set: SettingValue | null } | 'clear';

/** The edits by the name of their setting. */
export type Draft = Readonly<Record<string, Edit>>;

export type Setting = ConfiguredModule['settings'][number];

/** The value that the field shows. */
export function shownValue({ value, setting }: Setting, edit: Edit | undefined): SettingValue | null {
  if (edit === undefined) return value;
  return edit === 'clear' ? setting.default : edit.set;
}

/** The draft after an edit. An edit that restores the saved value is removed from the draft. */
export function withEdit(draft: Draft, { name, value, is_set }: Setting, edit: Edit): Draft {
  const { [name]: _former, ...others } = draft;
  const isSaved = edit === 'clear' ? !is_set : is_set && edit.set === value;
  return isSaved ? others : { ...others, [name]: edit };
}

export function withoutEdit(draft: Draft, name: string): Draft {
  const { [name]: _former, ...others } = draft;
  return others;
}

/** The validation error of an edit, by the same rule as on the server. */
export function problemOf({ setting }: Setting, edit: Edit | undefined): string | undefined {
  return edit === undefined || edit === 'clear' ? undefined : settingProblem(setting, edit.set);
}

/** The edits that restore the values from before the latest change. */
export function formerDraft({ settings, former }: ConfiguredModule): Draft {
  return settings.reduce<Draft>((draft, setting) => {
    const value = former !== null && Object.hasOwn(former, setting.name) ? former[setting.name] : undefined;
    return withEdit(draft, setting, value === undefined ? 'clear' : { set: value });
  }, {});
}

export function toRequest(draft: Draft): BodyOf<typeof saveModuleSettings> {
  const edits = Object.entries(draft);
  return {
    set: Object.fromEntries(
      edits.flatMap(([name, edit]) => (edit === 'clear' || edit.set === null ? [] : [[name, edit.set]])),
    ),
    clear: edits.flatMap(([name, edit]) => (edit === 'clear' ? [name] : [])),
  };
}
