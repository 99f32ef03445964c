import { type ProductChangeType } from 'shared-api/contracts';
import { MinusIcon, PlusIcon, StatusBadge, type Tone } from 'shared-ui';
import type { ReactNode } from 'react';
import { historyMessages as messages } from './messages';

/** Whether a change adds or removes something (specification, 4). */
export function changeTypeText(type: ProductChangeType): 'addition' | 'removal' {
  switch (type) {
    case 'ADD_BUNDLE':
    case 'ADD_FEATURE':
    case 'TRIAL_START':
      return 'addition';
    case 'REMOVE_BUNDLE':
    case 'REMOVE_FEATURE':
    case 'TRIAL_END':
    case 'TRIAL_CANCEL':
      return 'removal';
  }
}

const tones = { addition: 'success', removal: 'danger' } as const satisfies Record<string, Tone>;

export function ChangeTypeBadge({ type }: { type: ProductChangeType }): ReactNode {
  const kind = changeTypeText(type);
  return (
    <StatusBadge tone={tones[kind]} icon={kind === 'addition' ? <PlusIcon size={12} /> : <MinusIcon size={12} />}>
      {messages.types[type]}
    </StatusBadge>
  );
}
