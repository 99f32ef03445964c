import type { Notification } from 'shared-api';
import { type ReactNode, useState } from 'react';
import {
  BellIcon,
  color,
  ErrorIcon,
  InfoIcon,
  PopoverDialog,
  styled,
  SuccessIcon,
  touch,
  VisuallyHidden,
  WarningIcon,
} from 'shared-ui';
import { Button, Stack, Tooltip, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import type { StoredNotification } from '../session/notifications';
import { sideColor } from './side-colors';

const text = messages.notifications;

const Bell = styled('button')({
  position: 'relative',
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  padding: 0,
  border: 0,
  borderRadius: 8,
  background: 'none',
  color: sideColor.second,
  cursor: 'pointer',
  '&:hover, &[aria-expanded=true]': { backgroundColor: sideColor.hover },
  [touch]: { width: 44, height: 44 },
});

const Count = styled('span')({
  position: 'absolute',
  top: 3,
  right: 3,
  minWidth: 16,
  height: 16,
  padding: '0 4px',
  boxSizing: 'border-box',
  borderRadius: 8,
  backgroundColor: color.dangerFill,
  color: color.onDangerFill,
  fontSize: 11,
  lineHeight: '16px',
  fontWeight: 650,
});

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  maxHeight: 'min(420px, 60vh)',
  overflowY: 'auto',
});

const Item = styled('li')({
  display: 'flex',
  gap: 10,
  padding: '10px 0',
  '&:not(:last-child)': { borderBottom: `1px solid ${color.line}` },
  '& > svg': { flex: 'none', marginTop: 2 },
});

const marks: Record<Notification['severity'], ReactNode> = {
  success: <SuccessIcon />,
  info: <InfoIcon />,
  warning: <WarningIcon />,
  error: <ErrorIcon />,
};

const tones: Record<Notification['severity'], string> = {
  success: color.success,
  info: color.information,
  warning: color.attention,
  error: color.danger,
};

function timeOf(at: number): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(at).replace(/\u202f/g, ' ');
}

export interface NotificationListProps {
  /** Newest first. */
  notifications: readonly StoredNotification[];
  onClear: () => void;
  /** Position of the list relative to its button. */
  placement: 'above' | 'below';
}

/** The notifications of this session. Errors stay here after their toast disappears (DECISIONS 32). */
export function NotificationList({ notifications, onClear, placement }: NotificationListProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [seen, setSeen] = useState(0);
  const open = anchor !== null;
  const errors = notifications.filter(({ id, severity }) => severity === 'error' && id > seen).length;
  const close = (): void => {
    setSeen(notifications[0]?.id ?? seen);
    setAnchor(null);
  };
  return (
    <>
      <Tooltip title={text.button(errors)}>
        <Bell
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <BellIcon size={18} />
          {errors > 0 && <Count aria-hidden>{errors > 9 ? '9+' : errors}</Count>}
        </Bell>
      </Tooltip>
      <PopoverDialog anchorEl={anchor} label={text.title} width={360} placement={placement} onClose={close}>
        <Stack direction="row" spacing={4} sx={{ justifyContent: 'space-between' }}>
          <Typography variant="h2">{text.title}</Typography>
          {notifications.length > 0 && (
            <Button variant="text" onClick={onClear}>
              {text.clear}
            </Button>
          )}
        </Stack>
        {notifications.length === 0 ? (
          <Typography color="textSecondary" style={{ padding: '8px 0' }}>
            {text.empty}
          </Typography>
        ) : (
          <List>
            {notifications.map(({ id, at, severity, message, details }) => (
              <Item key={id}>
                <span style={{ color: tones[severity], height: 20, paddingTop: 2, boxSizing: 'border-box' }}>
                  {marks[severity]}
                </span>
                <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  <VisuallyHidden>
                    <span>{text.severity[severity]}</span>:{' '}
                  </VisuallyHidden>
                  <span>{message}</span>
                  {details !== undefined && (
                    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                      {details}
                    </Typography>
                  )}
                </span>
                <Typography
                  variant="body2"
                  color="textSecondary"
                  component="span"
                  style={{ lineHeight: '20px', whiteSpace: 'nowrap' }}
                >
                  <time dateTime={new Date(at).toISOString()}>{timeOf(at)}</time>
                </Typography>
              </Item>
            ))}
          </List>
        )}
      </PopoverDialog>
    </>
  );
}
