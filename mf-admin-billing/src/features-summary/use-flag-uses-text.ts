import { useListFeatureFlagUsesQuery } from '../api';
import { editingMessages } from '../features-editing/messages';

/**
 * Says which modules use which flags. Undefined while loading and if none does, because the list is usable without it.
 */
export function useFlagUsesText(): string | undefined {
  const { currentData: flags = [] } = useListFeatureFlagUsesQuery({});
  const uses = flags
    .filter(({ modules }) => modules.length > 0)
    .map(({ display_name, modules }) => ({ flag: display_name, modules: modules.map(({ title }) => title) }));
  return uses.length > 0 ? editingMessages.flagUses(uses) : undefined;
}
