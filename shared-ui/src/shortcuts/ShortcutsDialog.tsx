import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { TitledDialog } from '../dialogs/TitledDialog';
import { commonMessages } from '../messages';
import { color } from '../theme/tokens';

/** All groups share one key column, so that the descriptions line up. */
const Groups = styled('div')({ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 16 });

const Group = styled('section')({ gridColumn: '1 / -1', display: 'grid', gridTemplateColumns: 'subgrid' });

const List = styled('dl')({
  gridColumn: '1 / -1',
  display: 'grid',
  gridTemplateColumns: 'subgrid',
  alignItems: 'baseline',
  rowGap: 8,
  margin: '8px 0 20px',
});

const Key = styled('kbd')({
  fontFamily: 'inherit',
  fontSize: 12,
  fontWeight: 550,
  padding: '2px 7px',
  border: `1px solid ${color.line}`,
  borderBottomWidth: 2,
  borderRadius: 6,
  backgroundColor: color.subtle,
});

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly { keys: readonly string[]; does: string }[];
}

export interface ShortcutsDialogProps {
  open: boolean;
  groups: readonly ShortcutGroup[];
  onClose: () => void;
}

/**
 * The list of keyboard shortcuts.
 *
 * @example
 * <ShortcutsDialog
 *   open
 *   groups={[{ title: 'Rooms', shortcuts: [{ keys: ['N'], does: 'Add a room' }] }]}
 *   onClose={() => undefined}
 * />
 */
export function ShortcutsDialog({ open, groups, onClose }: ShortcutsDialogProps): ReactNode {
  return (
    <TitledDialog open={open} title={commonMessages.shortcuts} maxWidth="xs" onClose={onClose}>
      <Groups>
        {groups.map((group) => (
          <Group key={group.title}>
            <Typography variant="subtitle2" color="textTertiary" component="h3" style={{ gridColumn: '1 / -1' }}>
              {group.title}
            </Typography>
            <List>
              {group.shortcuts.map(({ keys, does }) => (
                <div key={does} style={{ display: 'contents' }}>
                  <dt>
                    {keys.map((key, at) => (
                      <span key={key}>
                        {at > 0 && ' '}
                        <Key>{key}</Key>
                      </span>
                    ))}
                  </dt>
                  <dd style={{ margin: 0 }}>{does}</dd>
                </div>
              ))}
            </List>
          </Group>
        ))}
      </Groups>
    </TitledDialog>
  );
}
