import MuiDialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../actions/IconButton';
import { CloseIcon } from '../icons';
import { Text } from '../layout/Text';
import { commonMessages } from '../messages';
import { useScrolls } from '../layout/use-scrolls';
import { color } from '../theme/tokens';

const widths = { small: 440, medium: 600, large: 920, extraLarge: 1200 } as const;

const Head = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 16,
  padding: '18px 20px 0',
});

const Body = styled('div')({ padding: '10px 20px 20px', overflowY: 'auto', flex: '1 1 auto' });

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 8,
  padding: '12px 20px',
  borderTop: `1px solid ${color.line}`,
});

export interface DialogProps {
  open: boolean;
  title: string;
  /** Called on Escape, the close button and a click outside. Without it, only the actions close the dialog. */
  onClose?: (() => void) | undefined;
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode;
  /** 440, 600, 920 or 1200 px at most. */
  size?: keyof typeof widths;
  /** `alertdialog` for questions that need an answer. */
  role?: 'dialog' | 'alertdialog';
  /**
   * A frame of another origin, such as the bank's authentication, may open above the dialog and take the focus. Tab still
   * stays inside.
   */
  framesOver?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog. The rest of the page is hidden from screen readers while it is open, except the shell's toasts. The
 * focus stays inside and goes back to where it was.
 */
export function Dialog({
  open,
  title,
  onClose,
  actions,
  size = 'medium',
  role = 'dialog',
  framesOver = false,
  children,
}: DialogProps): ReactNode {
  const id = useId();
  const [body, scrolls] = useScrolls();
  return (
    <MuiDialog
      open={open}
      onClose={() => onClose?.()}
      role={role}
      disableEnforceFocus={framesOver}
      aria-labelledby={`${id}title`}
      {...(role === 'alertdialog' && { 'aria-describedby': `${id}body` })}
      slotProps={{ paper: { style: { maxWidth: widths[size] } } }}
    >
      <Head>
        <Text variant="sectionHeading" as="h2" id={`${id}title`} style={{ fontSize: 17, lineHeight: '24px' }}>
          {title}
        </Text>
        {onClose && <IconButton small label={commonMessages.close} icon={<CloseIcon />} onClick={onClose} />}
      </Head>
      <Body
        ref={body}
        id={`${id}body`}
        {...(scrolls && { tabIndex: 0, role: 'group', 'aria-labelledby': `${id}title` })}
      >
        {children}
      </Body>
      {actions !== undefined && <Foot>{actions}</Foot>}
    </MuiDialog>
  );
}
