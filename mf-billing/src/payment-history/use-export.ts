import { errorFrom, isApiError, connectionError, request, urlOf } from 'shared-api';
import { dayIn, exportInvoices, OTHER_PERSON, PERSON_HEADER } from 'shared-api/contracts';
import { download } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import type { InvoiceFilter } from '../api';
import { messages } from './messages';

const text = messages.export;

export type ExportFormat = 'csv' | 'pdf';

const types: Record<ExportFormat, string> = { csv: 'text/csv', pdf: 'application/zip' };
const endings: Record<ExportFormat, string> = { csv: 'csv', pdf: 'zip' };

/** Fetches a file; throws an `ApiError`. It doesn't use the shared transport, which parses only JSON. */
async function fetchFile(url: string, type: string, userId: string): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(new URL(url, globalThis.location.origin), {
      headers: { [PERSON_HEADER]: userId },
      credentials: 'same-origin',
    });
  } catch (reason) {
    throw connectionError(reason);
  }
  const isFile = response.headers.get('content-type')?.startsWith(type) ?? false;
  if (response.ok && isFile) return response.blob();
  throw errorFrom(response.status, await response.json().catch(() => null));
}

export interface InvoiceExport {
  /** The format being fetched, or null. */
  busy: ExportFormat | null;
  /** The error message of the last export, or null. */
  problem: string | null;
  run: (format: ExportFormat) => Promise<void>;
}

/** Downloads all invoices that match a filter, as CSV or as an archive of PDFs. */
export function useExport(filter: InvoiceFilter): InvoiceExport {
  const { id: practiceId, time_zone } = usePractice();
  const { session, notify, reauthenticate, otherPerson } = useRemote();
  const running = useRef(false);
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const fetchOnce = (format: ExportFormat): Promise<Blob> =>
    fetchFile(
      urlOf(request(exportInvoices, { query: { practice_id: practiceId, ...filter, format } })),
      types[format],
      session.user.id,
    );

  const run = async (format: ExportFormat): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(format);
    setProblem(null);
    try {
      const file = await fetchOnce(format).catch(async (error: unknown) => {
        if (isApiError(error) && error.status === 401 && (await reauthenticate())) return fetchOnce(format);
        throw error;
      });
      download(file, `invoices-${practiceId}-${dayIn(time_zone, new Date())}.${endings[format]}`);
      notify({ severity: 'success', message: format === 'csv' ? text.csvDone : text.pdfDone });
    } catch (error) {
      if (isApiError(error) && error.code === OTHER_PERSON) otherPerson?.();
      const message = isApiError(error) && error.message !== '' ? error.message : text.failed;
      setProblem(message);
      notify({ severity: 'error', message });
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  return { busy, problem, run };
}
