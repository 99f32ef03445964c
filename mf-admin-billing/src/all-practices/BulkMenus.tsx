import { bulkActions, bulkTypes } from 'shared-api/contracts';
import { MenuButton } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import type { BulkOperation } from './bulk';
import { messages } from './messages';
import { targetOf } from './selection';
import type { SelectionStore } from './selection-store';

const text = messages.bulk;

export interface BulkMenusProps {
  store: SelectionStore;
  onOperation: (operation: BulkOperation) => void;
}

/** The Add and Remove menus for bundles, features and flags, for the selection or all insider practices. */
export function BulkMenus({ store, onOperation }: BulkMenusProps): ReactNode {
  const { notify } = useRemote();
  const ask = (operation: BulkOperation): void => {
    if (operation.forInsiders || targetOf(store.selection)) onOperation(operation);
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
