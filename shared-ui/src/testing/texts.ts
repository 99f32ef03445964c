/** All fixed texts of a module's messages, without texts with parameters, which are functions. */
export function textsOf(messages: object): string[] {
  return Object.values(messages).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? textsOf(value) : [];
  });
}
