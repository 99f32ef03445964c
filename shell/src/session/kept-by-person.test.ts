import { beforeEach, describe, expect, it } from '@jest/globals';
import { readLinks, writeLinks } from '../chrome/quick-links';
import { countChoice, readUsage, rememberPlace } from '../palette/usage';
import { forgetInTab } from './forget-in-tab';
import { readLastPractice, rememberPractice } from './practices';

const OLIVIA = 'u-olivia';
const MARCUS = 'u-marcus';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('browser storage of a person', () => {
  it('is available only to them', () => {
    rememberPractice(OLIVIA, 7);
    rememberPlace(OLIVIA, { title: 'Invoices', detail: 'Bright Smiles', path: '/settings/7/billing/invoices' });
    countChoice(OLIVIA, '/settings/7/billing/invoices');
    writeLinks(OLIVIA, [{ vertical: 'billing', horizontal: 'invoices', name: 'Invoices' }]);
    const readAs = (userId: string) => [
      readLastPractice(userId),
      readUsage(userId).recent.length,
      readUsage(userId).counts.length,
      readLinks(userId).length,
    ];
    expect(readAs(OLIVIA)).toEqual([7, 1, 1, 1]);
    expect(readAs(MARCUS)).toEqual([null, 0, 0, 0]);
    expect(Object.keys(localStorage).filter((key) => !key.includes(OLIVIA))).toEqual([]);
  });
});

describe('forgetInTab', () => {
  it('removes the person’s data from the tab at sign-out, and keeps data of others', () => {
    sessionStorage.setItem(`unsaved provider-hours 1 ${MARCUS}`, '{}');
    // The open page stores its edits when it is left.
    window.addEventListener('pagehide', () => sessionStorage.setItem(`unsaved provider-hours 1 ${OLIVIA}`, '{}'));
    forgetInTab(OLIVIA);
    window.dispatchEvent(new Event('pagehide'));
    expect(Object.keys(sessionStorage)).toEqual([`unsaved provider-hours 1 ${MARCUS}`]);
  });
});
