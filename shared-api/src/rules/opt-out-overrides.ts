/** Checkboxes in the lists of opt-out overrides (specification: billing, section 4; DECISIONS 17). */
import type { OptOutOverride } from '../contracts/practice-settings.js';

/** True for the "all" option, which is recognized by its name. */
export function isAllOption({ name }: Pick<OptOutOverride, 'name'>): boolean {
  return /all (emails|sms)/i.test(name);
}

/** True if 'all' is checked if and only if every other option is. A list without 'all' is always consistent. */
export function isAllOptionConsistent(options: readonly OptOutOverride[]): boolean {
  const all = options.find(isAllOption);
  if (!all) return true;
  const others = options.filter((option) => !isAllOption(option));
  return all.checked === (others.length === 0 ? all.checked : others.every(({ checked }) => checked));
}

/**
 * Returns the list after checking or clearing an option. 'all' checks or clears every option. Otherwise, 'all' follows
 * from the others.
 */
export function withToggledOption(options: readonly OptOutOverride[], id: string, checked: boolean): OptOutOverride[] {
  const clicked = options.find((option) => option.id === id);
  if (!clicked) return [...options];
  if (isAllOption(clicked)) return options.map((option) => ({ ...option, checked }));
  const after = options.map((option) => (option.id === id ? { ...option, checked } : option));
  const others = after.filter((option) => !isAllOption(option));
  const every = others.every((option) => option.checked);
  return after.map((option) => (isAllOption(option) ? { ...option, checked: every } : option));
}
