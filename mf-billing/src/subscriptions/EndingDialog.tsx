import { CheckboxField } from 'shared-ui/choices';
import type { ReactNode } from 'react';
import type { Change } from '../changes/change';
import { ChangeDialog } from '../changes/ChangeDialog';
import type { Preview } from '../changes/use-preview';

export interface EndingDialogProps {
  title: string;
  change: Change;
  confirm: string;
  /** True if the option is selected. */
  isChanged: boolean;
  /** Says what ends and what happens to the debt. */
  lead: (preview: Preview) => ReactNode;
  /** An option of the ending; null without one. */
  choice: (preview: Preview) => { label: string; checked: boolean; onChange: (checked: boolean) => void } | null;
  onClose: () => void;
}

/** Ends a subscription immediately, with at most one option. */
export function EndingDialog(props: EndingDialogProps): ReactNode {
  const { title, change, confirm, isChanged, lead, choice, onClose } = props;
  return (
    <ChangeDialog danger {...{ title, change, isChanged, onClose }} customerId={null} label={() => confirm}>
      {(preview) => {
        const offered = choice(preview);
        return (
          <>
            {lead(preview)}
            {offered && (
              <CheckboxField
                label={offered.label}
                checked={offered.checked}
                onChange={(_, next) => offered.onChange(next)}
              />
            )}
          </>
        );
      }}
    </ChangeDialog>
  );
}
