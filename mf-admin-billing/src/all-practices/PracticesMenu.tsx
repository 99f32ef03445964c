import { bulkActions, bulkTypes } from 'shared-api/contracts';
import { MenuButton, MoreIcon } from 'shared-ui';
import type { ReactNode } from 'react';
import type { BulkOperation } from './bulk';
import { messages } from './messages';

export interface PracticesMenuProps {
  showsUsage: boolean;
  onUsage: (shown: boolean) => void;
  onOperation: (operation: BulkOperation) => void;
}

/** A menu on a phone with the usage and the changes that need no selection, to leave space for the list. */
export function PracticesMenu({ showsUsage, onUsage, onOperation }: PracticesMenuProps): ReactNode {
  const operations = bulkActions.flatMap((action) => bulkTypes.map((type) => ({ action, type, forInsiders: true })));
  return (
    <MenuButton
      iconOnly
      label={messages.more}
      startIcon={<MoreIcon />}
      items={[
        { label: messages.usage.title, checked: showsUsage, onSelect: () => onUsage(!showsUsage) },
        'divider',
        ...operations.map((operation) => ({
          label: messages.bulk.title(operation),
          onSelect: () => onOperation(operation),
        })),
      ]}
    />
  );
}
