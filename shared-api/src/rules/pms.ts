/** The known practice management systems (section 9). Names are case-insensitive. */
export type PmsKind = 'opendental' | 'eaglesoft16' | 'dentrix';

/** Names starting with opendental, exactly eaglesoft16, names starting with dentrix; null for any other. */
export function pmsKindOf(pmsName: string): PmsKind | null {
  const name = pmsName.toLowerCase();
  if (name.startsWith('opendental')) return 'opendental';
  if (name === 'eaglesoft16') return 'eaglesoft16';
  return name.startsWith('dentrix') ? 'dentrix' : null;
}
