/**
 * What a record has under a name that a team chose: undefined for `constructor` and the like, which every object inherits. For
 * each look-up of such a name.
 */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
