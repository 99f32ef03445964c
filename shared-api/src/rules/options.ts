/** Parses lists of options on the wire (DECISIONS 10). */
import type { Option } from '../contracts/practice-settings.js';

/** Converts the Python text of an object, such as `{'value': 'a', 'name': 'It\'s'}`, to JSON. */
function withDoubleQuotes(text: string): string {
  const quoted = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\b(None|True|False)\b/g;
  const words = { None: 'null', True: 'true', False: 'false' } as const;
  return text.replace(quoted, (_, single?: string, double?: string, word?: keyof typeof words) => {
    if (word) return words[word];
    // Python escapes single quotes and leaves double quotes as they are; JSON does the opposite.
    const inner = single?.replace(/\\[^]|"/g, (found) => (found === "\\'" ? "'" : found === '"' ? '\\"' : found));
    return `"${inner ?? double ?? ''}"`;
  });
}

function parsed(text: string): unknown {
  for (const candidate of [text, withDoubleQuotes(text)]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Neither JSON nor Python: the entry is dropped.
    }
  }
  return undefined;
}

function isOption(item: unknown): item is Option {
  if (typeof item !== 'object' || item === null) return false;
  const { value, name } = item as Record<string, unknown>;
  return (value === null || typeof value === 'string' || typeof value === 'number') && typeof name === 'string';
}

/** The options in a list. Invalid entries are dropped silently (5.1). No code is evaluated. */
export function readOptions(list: readonly unknown[] | undefined): Option[] {
  return (list ?? []).map((item) => (typeof item === 'string' ? parsed(item) : item)).filter(isOption);
}

/** The options with the current value, so that the stored value can always be chosen again. */
export function withCurrent(options: readonly Option[], current: Option['value'] | undefined): Option[] {
  if (current === undefined || current === null || options.some(({ value }) => value === current)) return [...options];
  return [{ value: current, name: String(current) }, ...options];
}
