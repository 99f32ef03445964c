import { DownloadIcon, InlineStatus, MenuButton, MoreIcon } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import type { InvoiceFilter } from '../api';
import { messages } from './messages';
import { type ExportFormat, useExport } from './use-export';

const formats: readonly ExportFormat[] = ['csv', 'pdf'];

/** The export menu next to the heading on a phone. */
export function ExportMenu({ filter }: { filter: InvoiceFilter }): ReactNode {
  const { busy, run } = useExport(filter);
  return (
    <MenuButton
      iconOnly
      label={messages.export.menu}
      startIcon={<MoreIcon />}
      items={formats.map((format) => ({
        label: messages.export[format],
        icon: <DownloadIcon />,
        disabled: busy !== null,
        onSelect: () => void run(format),
      }))}
    />
  );
}

/** The export buttons. */
export function Exports({ filter }: { filter: InvoiceFilter }): ReactNode {
  const { busy, problem, run } = useExport(filter);
  return (
    <>
      {problem !== null && <InlineStatus tone="danger">{problem}</InlineStatus>}
      {formats.map((format) => (
        <Button
          key={format}
          startIcon={<DownloadIcon size={14} />}
          loading={busy === format}
          disabled={busy !== null}
          onClick={() => void run(format)}
        >
          {messages.export[format]}
        </Button>
      ))}
    </>
  );
}
