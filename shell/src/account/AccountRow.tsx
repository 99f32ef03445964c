import type { ReactNode } from 'react';
import { color, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';

const Root = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  padding: '12px 0',
  borderTop: `1px solid ${color.line}`,
  '&:last-of-type': { paddingBottom: 0 },
});

const Words = styled('div')({ flex: '1 1 260px', minWidth: 0 });

const Name = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 10px' });

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

export interface AccountRowProps {
  name: string;
  /** The status next to the name. */
  badge?: ReactNode;
  detail?: ReactNode;
  actions?: ReactNode;
}

/** One way to sign in, or one session. */
export function AccountRow({ name, badge, detail, actions }: AccountRowProps): ReactNode {
  return (
    <Root>
      <Words>
        <Name>
          <Typography component="span" variant="subtitle1" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          {badge}
        </Name>
        {detail !== undefined && detail !== false && (
          <Typography variant="body2" color="textSecondary">
            {detail}
          </Typography>
        )}
      </Words>
      {actions !== undefined && <Actions>{actions}</Actions>}
    </Root>
  );
}
