import { bulkActions, bulkTypes } from 'shared-api/contracts';
import { MenuButton } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import type { Deed } from './bulk';
import { words } from './messages';
import { targetOf } from './selection';
import type { SelectionStore } from './selection-store';

const text = words.bulk;

export interface BulkMenusProps {
  store: SelectionStore;
  onDeed: (deed: Deed) => void;
}

/** Add and remove: bundles, features or flags, for the selection or, apart from it, for all insider practices. */
export function BulkMenus({ store, onDeed }: BulkMenusProps): ReactNode {
  const { notify } = useRemote();
  const ask = (deed: Deed): void => {
    if (deed.forInsiders || targetOf(store.state().selection)) onDeed(deed);
    else notify({ severity: 'warning', message: text.selectFirst });
  };
  return bulkActions.map((action) => (
    <MenuButton
      key={action}
      label={text.menus[action]}
      items={[
        ...bulkTypes.map((type) => ({
          label: text.entry(type),
          onSelect: () => ask({ action, type, forInsiders: false }),
        })),
        'divider',
        ...bulkTypes.map((type) => ({
          label: text.entryInsiders(type),
          onSelect: () => ask({ action, type, forInsiders: true }),
        })),
      ]}
    />
  ));
}
