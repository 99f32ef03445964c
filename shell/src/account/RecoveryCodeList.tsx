import { type ReactNode, useState } from 'react';
import { color, CopyIcon, download, DownloadIcon, styled } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { messages } from './messages';

const text = messages.recovery;

const Codes = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(176px, 1fr))',
  gap: '4px 16px',
  margin: 0,
  padding: '10px 14px',
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: 8,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: 14,
  lineHeight: '24px',
});

export interface RecoveryCodeListProps {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}

/** New recovery codes. They are shown only once. */
export function RecoveryCodeList({ codes, email, onDone }: RecoveryCodeListProps): ReactNode {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  const save = (): void => {
    const lines = [text.fileText(email), '', ...codes, ''];
    download(new Blob([lines.join('\n')], { type: 'text/plain' }), text.fileName);
  };
  return (
    <Stack spacing={4}>
      <Typography>{text.listText}</Typography>
      <Codes aria-label={text.listLabel}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Stack direction="row" spacing={2} style={{ flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <Stack direction="row" spacing={2}>
          <Button startIcon={<CopyIcon />} onClick={() => void copy()}>
            {copied ? text.copied : text.copy}
          </Button>
          <Button startIcon={<DownloadIcon />} onClick={save}>
            {text.download}
          </Button>
        </Stack>
        <Button variant="contained" onClick={onDone}>
          {text.saved}
        </Button>
      </Stack>
    </Stack>
  );
}
