import { grantableRights, type Member } from 'shared-api/contracts';
import { type Column } from 'shared-ui';
import { Button, Chip, Stack, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { accessOf, heldRights } from './access';
import { RoleSelect } from './RoleSelect';

const text = messages.members;

/** A short text that says what a member may change. */
export function accessText(member: Member): string {
  const held = heldRights(accessOf(member));
  if (member.role === 'owner') return text.everything;
  if (held.length === grantableRights.length) return text.allButMembers;
  if (held.length === 0) return text.nothing;
  // `billing` includes `billing.read`.
  return held
    .filter((right) => right !== 'billing.read' || !held.includes('billing'))
    .map((right) => text.areas[right])
    .join(', ');
}

export interface MemberActions {
  /** The signed-in person. */
  userId: string;
  onEdit: (member: Member) => void;
  onRemove: (member: Member) => void;
}

const nameLine = { minWidth: 0, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } as const;

const oneLine = { ...nameLine, fontWeight: 400 } as const;

export function memberColumns({
  userId,
  onEdit,
  onRemove,
}: MemberActions): Column<Member, keyof typeof text.columns>[] {
  return [
    {
      key: 'name',
      header: text.columns.name,
      rowHeader: true,
      cell: ({ name, email, user_id: id }) => (
        <>
          <Stack direction="row" spacing={2}>
            <span style={nameLine}>{name}</span>
            {id === userId && <Chip label={text.you} />}
          </Stack>
          <Typography variant="body2" color="textTertiary" title={email} style={oneLine}>
            {email}
          </Typography>
        </>
      ),
    },
    { key: 'role', header: text.columns.role, width: 150, cell: (member) => <RoleSelect member={member} /> },
    {
      key: 'access',
      header: text.columns.access,
      cell: (member) => (
        <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
          <Typography component="span">{accessText(member)}</Typography>
          {member.has_own_rights && <Chip label={text.custom} />}
        </Stack>
      ),
    },
    {
      key: 'actions',
      header: text.columns.actions,
      hideHeader: true,
      screenOnly: true,
      width: 200,
      cell: (member) => (
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end' }}>
          <Button aria-label={text.edit.buttonOf(member.name)} onClick={() => onEdit(member)}>
            {text.edit.button}
          </Button>
          <Button color="error" aria-label={text.remove.buttonOf(member.name)} onClick={() => onRemove(member)}>
            {text.remove.button}
          </Button>
        </Stack>
      ),
    },
  ];
}
