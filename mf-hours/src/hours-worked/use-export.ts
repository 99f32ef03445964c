import type { HoursWorked } from 'shared-api/contracts';
import { useState } from 'react';
import { download } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { messages } from './messages';

export const exportKinds = ['csv', 'pdf'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The shown hours, including providers that the filter hides. @param all all providers of the range */
export function withHiddenProviders(shown: HoursWorked, all: HoursWorked): HoursWorked {
  const listed = new Map(shown.providers.map((provider) => [provider.provider_id, provider]));
  return { ...shown, providers: all.providers.map((provider) => listed.get(provider.provider_id) ?? provider) };
}

/** Creates the files in the browser, with code that loads on demand (specification: 7.3). */
export function useExport(): { run: (kind: ExportKind, hours: HoursWorked) => Promise<void>; busy: ExportKind | null } {
  const { notify } = useRemote();
  const practice = usePractice();
  const [busy, setBusy] = useState<ExportKind | null>(null);

  const run = async (kind: ExportKind, hours: HoursWorked): Promise<void> => {
    setBusy(kind);
    try {
      const { exportTable, fileName } = await import(/* webpackChunkName: "export" */ './export/export-table');
      const table = exportTable(hours);
      if (kind === 'csv') {
        const { csvBlob } = await import(/* webpackChunkName: "export" */ './export/csv');
        download(csvBlob(table), fileName(table, kind));
      } else {
        const { pdfBlob } = await import(/* webpackChunkName: "export-pdf" */ './export/pdf');
        download(await pdfBlob(table, practice.name), fileName(table, kind));
      }
    } catch (reason) {
      console.error(reason);
      notify({
        severity: 'error',
        message: kind === 'pdf' ? messages.exporting.pdfFailed : messages.exporting.csvFailed,
      });
    } finally {
      setBusy(null);
    }
  };
  return { run, busy };
}
