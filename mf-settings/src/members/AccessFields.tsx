import { grantableRights, memberRoles, type MemberRole, rightActions, roleLabels } from 'shared-api/contracts';
import { styled } from 'shared-ui';
import { CheckboxField, SelectField } from 'shared-ui/choices';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { type ReactNode, useId } from 'react';
import { messages } from '../messages';
import { type Access, heldRights, includedIn, withRight } from './access';

const text = messages.members;

export const roleOptions = memberRoles.map((role) => ({ value: role, label: roleLabels[role] }));

const Group = styled('div')({ display: 'flex', flexDirection: 'column', gap: 2 });

/** `See amounts, cards and invoices`. */
const labelOf = (right: (typeof grantableRights)[number]): string =>
  rightActions[right].charAt(0).toUpperCase() + rightActions[right].slice(1);

export interface AccessFieldsProps {
  access: Access;
  onChange: (access: Access) => void;
  /** The server's errors by field. */
  errors: Readonly<Record<string, string>>;
}

/** A role, and a checkbox for each right that can be granted. */
export function AccessFields({ access, onChange, errors }: AccessFieldsProps): ReactNode {
  const { role, rights } = access;
  const legend = useId();
  const held = heldRights(access);
  const isOwner = role === 'owner';
  const source = isOwner
    ? text.rights.ofOwner
    : (rights === null ? text.rights.ofRole : text.rights.chosen)(roleLabels[role]);
  const helpOf = (right: (typeof grantableRights)[number]): string => {
    const including = isOwner ? undefined : includedIn(access, right);
    return [text.rights.help[right], including && text.rights.included(labelOf(including))].filter(Boolean).join(' ');
  };
  return (
    <Stack spacing={4}>
      <SelectField<MemberRole>
        label={text.role.label}
        name="role"
        value={role}
        options={roleOptions}
        errorText={errors['role']}
        onChange={(event) => onChange({ ...access, role: event.target.value })}
      />
      <Group role="group" aria-labelledby={legend}>
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>
          <Typography id={legend} component="h3" variant="subtitle1">
            {text.rights.legend}
          </Typography>
          <Button
            variant="text"
            reason={isOwner || rights === null ? text.rights.resetWhy : undefined}
            onClick={() => onChange({ ...access, rights: null })}
          >
            {text.rights.reset}
          </Button>
        </Stack>
        <Typography variant="body2" color="textSecondary" role="status">
          {source}
        </Typography>
        {grantableRights.map((right, at) => (
          <CheckboxField
            key={right}
            label={labelOf(right)}
            helperText={helpOf(right)}
            checked={held.includes(right)}
            disabled={isOwner || includedIn(access, right) !== undefined}
            errorText={at === 0 ? errors['rights'] : undefined}
            onChange={(_, on) => onChange(withRight(access, right, on))}
          />
        ))}
      </Group>
    </Stack>
  );
}
