import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Button } from '../actions/Button';
import { RefreshIcon } from '../icons';
import { Text } from '../layout/Text';
import { commonMessages } from '../messages';
import { color, radius } from '../theme/tokens';
import { type Tone, toneColors, ToneIcon } from './tones';
import { ownProps } from '../theme/styled-props';

const Root = styled(
  'div',
  ownProps('tone'),
)<{ tone: Tone }>(({ tone }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  padding: '10px 14px',
  borderRadius: radius.panel,
  border: `1px solid ${toneColors[tone].line}`,
  backgroundColor: toneColors[tone].tint,
  color: toneColors[tone].text,
}));

const Words = styled('div')({
  display: 'flex',
  gap: 10,
  flex: '1 1 280px',
  minWidth: 0,
  '& svg': { flex: 'none', marginTop: 2 },
});

export interface NoticeProps {
  tone: Exclude<Tone, 'neutral'>;
  title?: string;
  children: ReactNode;
  /** A button at the right that resolves the notice. */
  action?: ReactNode;
  /** Announces it when it appears: `polite` for news, `assertive` for what stops the person. Silent when absent. */
  live?: 'polite' | 'assertive';
}

/** Something that the person should know while they are here. */
export function Notice({ tone, title, children, action, live }: NoticeProps): ReactNode {
  return (
    <Root tone={tone} role={live && (live === 'assertive' ? 'alert' : 'status')}>
      <Words>
        <ToneIcon tone={tone} />
        <div style={{ minWidth: 0 }}>
          {title !== undefined && (
            <Text strong style={{ color: 'inherit' }}>
              {title}
            </Text>
          )}
          <Text as="div" style={{ color: title === undefined ? 'inherit' : color.ink }}>
            {children}
          </Text>
        </div>
      </Words>
      {action}
    </Root>
  );
}

export interface RetryNoticeProps {
  /** What could not be had. */
  title: string;
  /** The reason, and what was not lost. */
  children: ReactNode;
  onRetry: () => void;
  busy?: boolean;
  /** `danger` by default; `attention` if the existing content is still usable. */
  tone?: NoticeProps['tone'];
}

/** A failed part of an otherwise loaded page, with Retry. */
export function RetryNotice({ title, children, onRetry, busy = false, tone = 'danger' }: RetryNoticeProps): ReactNode {
  return (
    <Notice
      tone={tone}
      live={tone === 'danger' ? 'assertive' : 'polite'}
      title={title}
      action={
        <Button icon={<RefreshIcon size={14} />} busy={busy} onClick={onRetry}>
          {commonMessages.retry}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}

const Inline = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 20,
  fontSize: 13,
  lineHeight: '20px',
  '& svg': { flex: 'none' },
});

export interface InlineStatusProps {
  tone: Tone;
  /** Empty without a message. The element stays mounted, so that a new message is announced. */
  children?: ReactNode;
}

/** The result of an action, next to its button. */
export function InlineStatus({ tone, children }: InlineStatusProps): ReactNode {
  const said = children !== undefined && children !== null && children !== false && children !== '';
  return (
    <Inline role={tone === 'danger' ? 'alert' : 'status'} style={{ color: said ? toneColors[tone].text : undefined }}>
      {said && <ToneIcon tone={tone} />}
      {children}
    </Inline>
  );
}
