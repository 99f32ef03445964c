// @ts-check
/** The weekly grid as a separate page: the office and 60 providers, half of whom follow it. */
import { createElement, useReducer, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleTheme } from 'shared-ui';
import { draftOf, reduce } from '../../mf-hours/src/weekly-hours/draft.ts';
import { HoursGrid } from '../../mf-hours/src/weekly-hours/HoursGrid.tsx';
import { aFollower, anOffice, aWeek } from '../../mf-hours/src/weekly-hours/testing/builders.ts';
import { takeKeys } from './measured.mjs';

const PROVIDERS = 60;

const records = aWeek(
  anOffice(),
  ...Array.from({ length: PROVIDERS }, (_, at) =>
    aFollower({
      provider_id: 100 + at,
      'first-name': 'Provider',
      'last-name': `Number ${at}`,
      'same-as-office-hours': at % 2 === 0,
    }),
  ),
);

const nothing = () => undefined;

function Week() {
  const [draft, dispatch] = useReducer(reduce, draftOf({ records, etag: '"1.1"' }));
  const [editing, setEditing] = useState(
    /** @type {import('../../mf-hours/src/weekly-hours/cursor.ts').Editing | null} */ (null),
  );
  const rows = draft.rows;
  const asked = { onCopyDay: nothing, onMenu: nothing, onReport: nothing, onCopied: nothing };
  return createElement(HoursGrid, { draft, rows, dispatch, editing, setEditing, ...asked, empty: null });
}

createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(
  createElement(ConsoleTheme, { nonce: '', root: true, children: createElement(Week) }),
);

const cell = (/** @type {number} */ id) =>
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-cell="${id}:mon"]`));

Object.assign(globalThis, {
  bench: {
    ready: () => cell(0) !== null,
    /** Opens Monday of the office, whom 30 providers follow. */
    office: () => cell(0)?.click(),
    /** Opens Monday of a provider with their own hours. */
    provider: () => cell(101)?.click(),
    keys: takeKeys,
  },
});
