/**
 * A record's own value for a name that a team chose: undefined for inherited names such as `constructor`. Use it for
 * every lookup of such a name.
 */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
