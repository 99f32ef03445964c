import type { ReactNode } from 'react';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import { DialogFrame } from './DialogFrame';

const { discardQuestion: text } = commonMessages;

export interface DiscardQuestionProps {
  open: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before input is discarded. Keeping it is the default, also on Escape. */
export function DiscardQuestion({ open, onDiscard, onKeep }: DiscardQuestionProps): ReactNode {
  return (
    <DialogFrame
      open={open}
      title={text.title}
      role="alertdialog"
      maxWidth="xs"
      onClose={onKeep}
      actions={
        <>
          <Button autoFocus onClick={onKeep}>
            {text.keep}
          </Button>
          <Button variant="contained" color="error" onClick={onDiscard}>
            {text.confirm}
          </Button>
        </>
      }
    >
      {text.text}
    </DialogFrame>
  );
}
