import { dayIn, grantableRights, type Member, roleLabels } from 'shared-api/contracts';
import {
  type Column,
  FactLine,
  formatDate,
  formatInstant,
  MenuButton,
  type MenuEntry,
  MoreIcon,
  styled,
} from 'shared-ui';
import { Button, Chip, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { accessOf, heldRights } from './access';
import { RoleSelect } from './RoleSelect';

const text = messages.members;

/** A short description of what a member may change. */
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
  /** Asks before ending the membership or withdrawing an invitation. */
  onRemove: (member: Member) => void;
  onDeactivate: (member: Member) => void;
  onReactivate: (member: Member) => void;
  /** Asks before ending the link to the identity provider. Undefined for users who may not end it. */
  onUnlink: ((member: Member) => void) | undefined;
  onInviteAgain: (member: Member) => void;
  /** Asks before creating a new link, which ends the former one. */
  onNewLink: (member: Member) => void;
  /** The member with a running call without confirmation. */
  busyWith: string | undefined;
}

/** The expiry of an invitation's link. */
function linkText({ invitation }: Member, timeZone: string): string | undefined {
  if (!invitation) return undefined;
  const { link_expires_at: expiresAt, has_expired: hasExpired } = invitation;
  if (expiresAt === null) return text.link.none;
  return (hasExpired ? text.link.expired : text.link.works)(formatInstant(expiresAt, timeZone));
}

/** The menu entry that copies a link. If the console shows none, it says what to do instead. */
function copyItem(member: Member, onNewLink: MemberActions['onNewLink']): MenuEntry[] {
  const delivery = member.state === 'invited' ? member.invitation?.delivery : undefined;
  if (delivery === undefined) return [];
  const { copy, copyMailed, copySignIn } = text.invitation;
  const item = { label: copy, onSelect: () => onNewLink(member) };
  return [
    delivery === 'link' ? item : { ...item, disabled: true, detail: delivery === 'mail' ? copyMailed : copySignIn },
  ];
}

const Actions = styled('div')({ display: 'flex', gap: 6, justifyContent: 'flex-end', alignItems: 'center' });

interface RowActionsProps {
  member: Member;
  actions: MemberActions;
  isNarrow: boolean;
}

/**
 * The actions that a member's state allows: the usual one, and a menu with the others. Where the columns have no room
 * for a button, all are in the menu.
 */
function RowActions({ member, actions, isNarrow }: RowActionsProps): ReactNode {
  const { name, state, user_id: userId } = member;
  const change = {
    active: { label: text.deactivate.button, run: actions.onDeactivate },
    invited: {
      label: member.invitation?.delivery === 'mail' ? text.invitation.resend : text.invitation.again,
      run: actions.onInviteAgain,
    },
    deactivated: { label: text.reactivate.button, run: actions.onReactivate },
  }[state];
  const isOwn = state === 'active' && userId === actions.userId;
  const { onUnlink } = actions;
  return (
    <Actions>
      {!isNarrow && (
        <Button aria-label={text.edit.buttonOf(name)} onClick={() => actions.onEdit(member)}>
          {text.edit.button}
        </Button>
      )}
      <MenuButton
        iconOnly
        label={text.more(name)}
        startIcon={<MoreIcon />}
        disabled={actions.busyWith === userId}
        items={[
          ...(isNarrow ? [{ label: text.edit.button, onSelect: () => actions.onEdit(member) }] : []),
          // If links are shown, inviting again creates a new link.
          ...(member.invitation?.delivery === 'link'
            ? []
            : [
                {
                  label: change.label,
                  ...(isOwn && { disabled: true, detail: text.deactivate.ofSelf }),
                  onSelect: () => change.run(member),
                },
              ]),
          ...copyItem(member, actions.onNewLink),
          ...(onUnlink && member.is_linked ? [{ label: text.unlink.button, onSelect: () => onUnlink(member) }] : []),
          'divider',
          {
            label: (state === 'invited' ? text.invitation.withdraw : text.remove).button,
            danger: true,
            onSelect: () => actions.onRemove(member),
          },
        ]}
      />
    </Actions>
  );
}

/** How and when a member signs in. */
function SignInCell({ member: { sign_in: signIn }, timeZone }: { member: Member; timeZone: string }): ReactNode {
  if (!signIn) return null;
  const { ways, has_second_step: hasSecondStep, last_at: lastAt } = signIn;
  const names = [...ways.map((way) => text.signIn.ways[way]), ...(hasSecondStep ? [text.signIn.secondStep] : [])];
  return (
    <>
      <Typography
        component="span"
        style={{ display: 'block', whiteSpace: 'nowrap' }}
        title={lastAt === null ? undefined : formatInstant(lastAt, timeZone)}
      >
        {lastAt === null ? text.signIn.never : formatDate(dayIn(timeZone, new Date(lastAt * 1000)))}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary" style={{ display: 'block' }}>
        {names.length === 0 ? text.signIn.none : names.join(', ')}
      </Typography>
    </>
  );
}

/** Long names and addresses leave room for the other columns, and fit a phone. */
const NameLine = styled('span')({
  display: 'block',
  minWidth: 0,
  maxWidth: 230,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '@media (min-width: 640px) and (max-width: 1159.95px)': { maxWidth: 196 },
  '@media (max-width: 359.95px)': { maxWidth: 180 },
});

interface NameCellProps {
  member: Member;
  /** The signed-in person. */
  userId: string;
  timeZone: string;
  /** A phone shows the other columns here, as text. */
  isPhone: boolean;
}

function NameCell({ member, userId, timeZone, isPhone }: NameCellProps): ReactNode {
  const { name, email, state, role, user_id: id } = member;
  const link = linkText(member, timeZone);
  return (
    <>
      <Stack direction="row" spacing={2}>
        <NameLine title={name}>{name}</NameLine>
        {id === userId && <Chip label={text.you} />}
        {state !== 'active' && <Chip color={state === 'invited' ? 'info' : 'warning'} label={text[state]} />}
      </Stack>
      <Typography component={NameLine} variant="body2" color="textTertiary" title={email} style={{ fontWeight: 400 }}>
        {email}
      </Typography>
      {isPhone && (
        <Typography variant="body2" color="textSecondary" style={{ fontWeight: 400 }}>
          <FactLine facts={[roleLabels[role], accessText(member), member.has_own_rights && text.custom]} />
        </Typography>
      )}
      {link !== undefined && (
        <Typography variant="body2" color="textSecondary" style={{ fontWeight: 400 }}>
          {link}
        </Typography>
      )}
    </>
  );
}

export type MemberColumn = Column<Member, keyof typeof text.columns>;

/** The width of the columns. */
export interface MembersLayout {
  /** Two-line rows: the member with role and access, and the menu. */
  isPhone: boolean;
  /** No room for a button next to the menu. */
  isNarrow: boolean;
}

export function memberColumns(
  actions: MemberActions,
  timeZone: string,
  { isPhone, isNarrow }: MembersLayout,
): MemberColumn[] {
  const { userId } = actions;
  const columns: MemberColumn[] = [
    {
      key: 'name',
      header: text.columns.name,
      rowHeader: true,
      cell: (member) => <NameCell {...{ member, userId, timeZone, isPhone }} />,
    },
    {
      key: 'role',
      header: text.columns.role,
      width: 132,
      cell: (member) => (
        // The role can be read in a narrow table, too.
        <div style={{ minWidth: 112 }}>
          <RoleSelect member={member} />
        </div>
      ),
    },
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
      key: 'signIn',
      header: text.columns.signIn,
      cell: (member) => <SignInCell member={member} timeZone={timeZone} />,
    },
    {
      key: 'actions',
      header: text.columns.actions,
      hideHeader: true,
      screenOnly: true,
      cell: (member) => <RowActions {...{ member, actions, isNarrow }} />,
    },
  ];
  return isPhone ? columns.filter(({ key }) => key === 'name' || key === 'actions') : columns;
}
