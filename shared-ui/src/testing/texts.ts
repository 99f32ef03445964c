/** All fixed texts in a module's messages; texts with parameters are functions and are left out. */
export function textsOf(messages: object): string[] {
  return Object.values(messages).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? textsOf(value) : [];
  });
}
