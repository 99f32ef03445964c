import { beforeEach, expect, it, jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { screen, waitFor } from '@testing-library/react';
import { answerFile } from 'shared-api/testing';
import { catchDownloads } from 'shared-ui/testing';
import { goTo, KIM, openGrid, server, serveWorked, withWorkedServer } from './testing/open-worked';

withWorkedServer();

/** Fonts as sent by the console's server. */
const fontFiles = answerFile('*/@file/*', async ({ pathname }) => {
  const file = decodeURIComponent(pathname).replace('/@file', '');
  return new Response(new Uint8Array(await readFile(file)));
});

/** Downloaded files by name. */
const files = new Map<string, Blob>();

beforeEach(() => catchDownloads(files));

const CSV = 'provider-hours-2026-11-15-to-2026-11-21.csv';
const PDF = 'provider-hours-2026-11-15-to-2026-11-21.pdf';

const linesOf = async (name: string): Promise<string[]> => ((await files.get(name)?.text()) ?? '').split('\r\n');

it('downloads the shown days as CSV and PDF', async () => {
  serveWorked();
  server.use(fontFiles);
  const { user } = await openGrid();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(files.has(CSV)).toBe(true));
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(files.get(PDF)?.size).toBeGreaterThan(1000));
});

it('asks whether to export the saved values or to save first when there are unsaved changes', async () => {
  const hours = serveWorked();
  const page = await openGrid();
  await goTo(page, KIM, 'Mon Nov 16', 'worked');
  await page.user.keyboard('9{Enter}');
  await page.user.click(screen.getByRole('button', { name: 'CSV' }));
  await page.user.click(screen.getByRole('button', { name: 'Export what is saved' }));
  await waitFor(() => expect(files.has(CSV)).toBe(true));
  expect((await linesOf(CSV))[2]).toBe(`${KIM},Worked,35.0,5,0.0,6.5,6.0,8.0,7.5,7.0,0.0`);
  expect(hours.saves).toEqual([]);

  files.clear();
  await page.user.click(await screen.findByRole('button', { name: 'CSV' }));
  await page.user.click(screen.getByRole('button', { name: 'Save first' }));
  await waitFor(() => expect(files.has(CSV)).toBe(true));
  expect((await linesOf(CSV))[2]).toBe(`${KIM},Worked,37.5,5,0.0,9.0,6.0,8.0,7.5,7.0,0.0`);
  expect(hours.saves).toHaveLength(1);
});

it("shows an error when the PDF can't be created", async () => {
  serveWorked();
  server.use(answerFile('*/@file/*', () => new Response(null, { status: 503 })));
  const { user, shell } = await openGrid();
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() =>
    expect(shell.notifications).toEqual([{ severity: 'error', message: 'Failed to generate PDF report' }]),
  );
  expect(errors).toHaveBeenCalled();
});
