/** The separator between two facts. It has no-break spaces, so that no line starts or ends with the dot. */
export const FACT_SEPARATOR = '\u00a0·\u00a0';

/** Joins the present facts as plain text for a label, title or option. Elements use `FactLine` of shared-ui. */
export function factsText(facts: readonly (string | null | undefined | false)[]): string {
  return facts.filter((fact) => typeof fact === 'string' && fact !== '').join(FACT_SEPARATOR);
}

/** Formats names in a sentence: `a, b and c`. */
export function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
