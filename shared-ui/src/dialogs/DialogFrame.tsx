import MuiDialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { type DOMAttributes, type ReactNode, useId } from 'react';
import { CloseIcon } from '../icons';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { commonMessages } from '../messages';
import { useScrolls } from '../layout/use-scrolls';
import { wrappingButtons, phoneActions } from '../theme/components/dialog';
import { color } from '../theme/tokens';

const Title = styled('h2')({
  margin: 0,
  // The title, next to the close button.
  padding: '18px 60px 0 20px',
  overflowWrap: 'anywhere',
  color: color.ink,
  fontSize: 17,
  lineHeight: '24px',
  fontWeight: 600,
  letterSpacing: '-0.004em',
});

/** Comes last in the tab order, which starts at the first field. */
const CloseButton = styled(IconButton)({ position: 'absolute', top: 18, right: 20 });

const Body = styled('div')({ padding: '10px 20px 20px', overflowY: 'auto', flex: '1 1 auto' });

const Foot = styled('div')({
  ...wrappingButtons,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 8,
  padding: '12px 20px',
  borderTop: `1px solid ${color.line}`,
  ...phoneActions,
});

export interface TitledDialogProps {
  open: boolean;
  title: string;
  /** Called on Escape, the close button and a click outside. Without it, only the actions close the dialog. */
  onClose?: (() => void) | undefined;
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode;
  /** As in MUI: 440, 600, 920 or 1200 px; `sm` by default. */
  maxWidth?: 'xs' | 'sm' | 'md' | 'lg';
  /** `alertdialog` for questions that need an answer. */
  role?: 'dialog' | 'alertdialog';
  /**
   * As in MUI: lets a frame of another origin, such as the bank's authentication, open above the dialog and take focus.
   * Tab still stays inside.
   */
  disableEnforceFocus?: boolean;
  /** True if closing would lose something other than typed text, such as a selection or restored input. */
  isChanged?: boolean;
  children: ReactNode;
}

/**
 * MUI's dialog with a title, a close button, a body that the arrow keys scroll, and actions. While it is open, the rest
 * of the page is hidden from screen readers, except the shell's toasts. Focus stays inside and returns to its origin on
 * close.
 *
 * @param props.bodyHandlers event handlers of the element around the content
 */
export function DialogFrame({
  open,
  title,
  onClose,
  actions,
  maxWidth = 'sm',
  role = 'dialog',
  disableEnforceFocus = false,
  bodyHandlers,
  children,
}: Omit<TitledDialogProps, 'isChanged'> & { bodyHandlers?: DOMAttributes<HTMLElement> }): ReactNode {
  const id = useId();
  const [body, scrolls] = useScrolls();
  // After the last tab stop MUI continues at the first one, but doesn't count frames. From the body, Tab enters them.
  const isTabStop = scrolls || disableEnforceFocus;
  return (
    <MuiDialog
      open={open}
      onClose={() => onClose?.()}
      role={role}
      disableEnforceFocus={disableEnforceFocus}
      aria-labelledby={`${id}title`}
      {...(role === 'alertdialog' && { 'aria-describedby': `${id}body` })}
      maxWidth={maxWidth}
    >
      <Title id={`${id}title`}>{title}</Title>
      <Body
        ref={body}
        id={`${id}body`}
        {...bodyHandlers}
        {...(isTabStop && { tabIndex: 0, role: 'group', 'aria-labelledby': `${id}title` })}
      >
        {children}
      </Body>
      {actions !== undefined && <Foot>{actions}</Foot>}
      {onClose && (
        <Tooltip title={commonMessages.close}>
          <CloseButton size="small" onClick={onClose}>
            <CloseIcon />
          </CloseButton>
        </Tooltip>
      )}
    </MuiDialog>
  );
}
