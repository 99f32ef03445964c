/** The frame of pages for people who aren't signed in. */
import type { ReactNode } from 'react';
import { color, styled } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { BrandMark } from './Brand';

export const Root = styled('main')({
  display: 'grid',
  placeItems: 'center',
  boxSizing: 'border-box',
  minHeight: '100dvh',
  padding: '32px 16px',
});

export const Card = styled('section')({
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 400,
  padding: '28px 28px 28px',
  border: `1px solid ${color.line}`,
  borderRadius: 14,
  backgroundColor: color.surface,
});

const Head = styled('div')({ display: 'grid', gap: 4, marginBottom: 20 });

export interface CardHeadProps {
  id: string;
  title: string;
  lead?: ReactNode;
}

/** The console's name and the page's heading. */
export function CardHead({ id, title, lead }: CardHeadProps): ReactNode {
  return (
    <Head>
      <Stack direction="row" spacing={2} style={{ marginBottom: 12 }}>
        <BrandMark size={28} />
        <Typography component="span" style={{ fontSize: 16 }} variant="subtitle1">
          {messages.product}
        </Typography>
      </Stack>
      <Typography id={id} variant="h1" tabIndex={-1} data-page-heading="">
        {title}
      </Typography>
      {lead !== undefined && <Typography color="textSecondary">{lead}</Typography>}
    </Head>
  );
}
