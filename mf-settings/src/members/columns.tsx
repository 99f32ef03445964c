import { grantableRights, type Member } from 'shared-api/contracts';
import { Button, Chip, type Column, Stack, Text } from 'shared-ui';
import { messages } from '../messages';
import { accessOf, heldRights } from './access';
import { RoleSelect } from './RoleSelect';

const words = messages.members;

/** What a member may change, in a few words. */
export function accessText(member: Member): string {
  const held = heldRights(accessOf(member));
  if (member.role === 'owner') return words.everything;
  if (held.length === grantableRights.length) return words.allButMembers;
  if (held.length === 0) return words.nothing;
  // Whoever spends sees what is spent.
  return held
    .filter((right) => right !== 'billing.read' || !held.includes('billing'))
    .map((right) => words.areas[right])
    .join(', ');
}

export interface MemberActions {
  /** Who looks at the table. */
  userId: string;
  onEdit: (member: Member) => void;
  onRemove: (member: Member) => void;
}

export function memberColumns({
  userId,
  onEdit,
  onRemove,
}: MemberActions): Column<Member, keyof typeof words.columns>[] {
  return [
    {
      key: 'name',
      header: words.columns.name,
      rowHeader: true,
      cell: ({ name, user_id: id }) => (
        <Stack direction="row" gap={2}>
          {name}
          {id === userId && <Chip>{words.you}</Chip>}
        </Stack>
      ),
    },
    { key: 'email', header: words.columns.email, cell: ({ email }) => email },
    { key: 'role', header: words.columns.role, width: 150, cell: (member) => <RoleSelect member={member} /> },
    {
      key: 'access',
      header: words.columns.access,
      cell: (member) => (
        <Stack direction="row" gap={2} wrap>
          <Text as="span">{accessText(member)}</Text>
          {member.has_own_rights && <Chip>{words.custom}</Chip>}
        </Stack>
      ),
    },
    {
      key: 'actions',
      header: words.columns.actions,
      hideHeader: true,
      screenOnly: true,
      width: 200,
      cell: (member) => (
        <Stack direction="row" gap={2} justify="flex-end">
          <Button aria-label={words.edit.buttonOf(member.name)} onClick={() => onEdit(member)}>
            {words.edit.button}
          </Button>
          <Button variant="danger" aria-label={words.remove.buttonOf(member.name)} onClick={() => onRemove(member)}>
            {words.remove.button}
          </Button>
        </Stack>
      ),
    },
  ];
}
