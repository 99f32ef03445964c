/** Distinguishes providers with the same name by their number in the practice management system. */

interface Named {
  provider_id: number;
  first_name: string;
  last_name: string;
}

const fullName = ({ first_name: first, last_name: last }: Named): string => `${first} ${last}`.trim().toLowerCase();

/** Adds the provider's number to each name that several providers share: `Kim Osei (7)`. */
export function withDistinctNames<Provider extends Named>(providers: readonly Provider[]): Provider[] {
  const counts = new Map<string, number>();
  for (const provider of providers) counts.set(fullName(provider), (counts.get(fullName(provider)) ?? 0) + 1);
  return providers.map((provider) =>
    fullName(provider) !== '' && (counts.get(fullName(provider)) ?? 0) > 1
      ? { ...provider, last_name: `${provider.last_name} (${provider.provider_id})`.trim() }
      : provider,
  );
}
