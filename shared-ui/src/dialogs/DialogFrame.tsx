import MuiDialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { type DOMAttributes, type ReactNode, useId } from 'react';
import { CloseIcon } from '../icons';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { commonMessages } from '../messages';
import { useScrolls } from '../layout/use-scrolls';
import { brokenButtons, phoneActions } from '../theme/components/dialog';
import { color } from '../theme/tokens';

const Title = styled('h2')({
  margin: 0,
  // Next to the close button.
  padding: '18px 60px 0 20px',
  overflowWrap: 'anywhere',
  color: color.ink,
  fontSize: 17,
  lineHeight: '24px',
  fontWeight: 600,
  letterSpacing: '-0.004em',
});

/** The last one in the order of focus, which begins with the first field. */
const CloseButton = styled(IconButton)({ position: 'absolute', top: 18, right: 20 });

const Body = styled('div')({ padding: '10px 20px 20px', overflowY: 'auto', flex: '1 1 auto' });

const Foot = styled('div')({
  ...brokenButtons,
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
   * As in MUI: a frame of another origin, such as the bank's authentication, may open above the dialog and take the focus.
   * Tab still stays inside.
   */
  disableEnforceFocus?: boolean;
  /** True if something would be lost that is no text typed into its fields: a choice, or what was typed before a reload. */
  isChanged?: boolean;
  children: ReactNode;
}

/**
 * MUI's dialog with a title, a close button, a body that the arrow keys scroll, and actions. The rest of the page is hidden
 * from screen readers while it is open, except the shell's toasts. The focus stays inside and goes back to where it was.
 *
 * @param props.bodyHandlers handlers of the element around the content
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
        {...(scrolls && { tabIndex: 0, role: 'group', 'aria-labelledby': `${id}title` })}
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
