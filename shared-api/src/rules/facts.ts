/** Between two facts of a text. Its spaces are no-break spaces, so that no line starts or ends with the dot. */
export const FACT_SEPARATOR = '\u00a0·\u00a0';

/** Joins the facts that there are in a plain text: a label, a title, an option. Elements use `FactLine` of shared-ui. */
export function factsText(facts: readonly (string | null | undefined | false)[]): string {
  return facts.filter((fact) => typeof fact === 'string' && fact !== '').join(FACT_SEPARATOR);
}

/** Names in a sentence: `a, b and c`. */
export function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
