import { plural } from 'shared-api/contracts';

const numbers = (count: number): string => plural(count, 'number');

/** Every text of the phone numbers page. */
export const phoneNumbersMessages = {
  title: 'Transfer Twilio phone numbers',
  lead: (practice: string) =>
    `Move numbers between the voice account of ${practice} and the organization’s. A number keeps its SID and its URLs.`,
  /** The name is next to the heading. */
  shortLead: 'Move numbers between two voice accounts.',
  loading: 'Loading...',
  failed: 'Failed to load phone numbers',
  failedText: 'Couldn’t load the phone numbers. Try again in a minute.',
  failedAgain: 'Couldn’t refresh the lists, so they may be out of date.',
  search: 'Search numbers',
  account: { practice: 'practice account', organization: 'organization account' },
  accountTitle: { practice: 'Practice account', organization: 'Organization account' },
  status: { active: 'Active', suspended: 'Suspended', closed: 'Closed', missing: 'Missing' },
  noAccount: 'No voice account',
  accountSid: 'Account SID',
  copy: (what: string) => `Copy ${what}`,
  copied: (what: string) => `Copied ${what}`,
  copyFailed: 'Your browser doesn’t allow copying here. Select the text and copy it.',
  obstacles: 'Numbers can’t be moved right now',
  obstacle: {
    none: 'This practice has no voice account. Create one in Twilio before you move numbers.',
    suspended: (account: string) => `The ${account} is suspended. Reactivate it in Twilio, then reload this page.`,
    closed: (account: string) =>
      `The ${account} is closed. Twilio has taken its numbers back, and it can’t be reopened.`,
    missing: (account: string) =>
      `Twilio doesn’t recognize the ${account}. Ask whoever runs the console to check its account SID.`,
  },
  table: {
    selected: 'Selected',
    number: 'Phone number',
    label: 'Label',
    transfer: 'Transfer',
    select: (number: string) => `Select ${number}`,
    selectAll: (count: number) => `Select all ${numbers(count)}`,
    empty: 'No phone numbers',
    emptyWords: (other: string) => `Numbers that are moved here from the ${other} appear in this table.`,
    emptyUnmovable: 'Numbers in this account appear here.',
    noMatch: 'No number matches',
    noMatchWords: (search: string) => `No number, label or SID here contains “${search}”.`,
  },
  label: {
    add: 'Add a label',
    addTo: (number: string) => `Add a label to ${number}`,
    change: (label: string, number: string) => `${label}: change the label of ${number}`,
    title: (number: string) => `Label of ${number}`,
    field: 'Label',
    help: 'What the number is for, like “Front desk”. It keeps the label when it moves.',
    save: 'Save',
    remove: 'Remove label',
    long: (max: number) => `At most ${max} characters`,
    failed: 'Couldn’t save the label. Try again in a minute.',
  },
  transfer: {
    one: (number: string, to: string) => `Transfer ${number} to the ${to}`,
    many: (count: number) => (count === 0 ? 'Transfer selected numbers' : `Transfer ${numbers(count)}`),
    selectFirst: 'Select numbers in the table first',
    moving: 'Numbers are being moved',
    sure: 'Are you sure?',
    effect: (what: string, from: string, to: string) => `${what} leaves the ${from} and arrives in the ${to}.`,
    effectMany: (count: number, from: string, to: string) =>
      `${numbers(count)} leave the ${from} and arrive in the ${to}, one after another.`,
    leftBehind:
      'Voice and messaging applications of the old account don’t move. After the transfer, you’ll see what changed.',
    cancel: 'Cancel',
    confirm: 'Transfer',
    busy: 'numbers are still being moved; those that haven’t started won’t be moved',
    running: (at: number, of: number, number: string) => `Moving ${number} (${at} of ${of})`,
  },
  results: {
    title: 'Result of the transfer',
    close: 'Close',
    retry: 'Retry',
    retryRead: 'Retry',
    summary: ({ moved, failed, unknown }: Record<'moved' | 'failed' | 'unknown', number>) =>
      [
        ...(moved > 0 ? [`${numbers(moved)} moved`] : []),
        ...(failed > 0 ? [`${numbers(failed)} not moved`] : []),
        ...(unknown > 0 ? [`${numbers(unknown)} unknown`] : []),
      ].join(', '),
    state: { waiting: 'Waiting', moving: 'Moving', moved: 'Moved', failed: 'Not moved', unknown: 'Unknown' },
    to: (to: string) => `to the ${to}`,
    changed: (setting: string) => `Changed by the move: ${setting}`,
    notRead: 'We don’t know yet where the number is. Reload the lists, then try again.',
    nowhere: 'The number isn’t in either account. Look for it in Twilio.',
    notArrived: (where: string) => `It’s still in the ${where}, so nothing was moved. You can try again.`,
    arrived: 'Twilio didn’t respond, but the number was moved.',
    isThere: (where: string) => `The number is in the ${where} now.`,
    address: (account: string, sid: string) => `The address belongs in the ${account}, ${sid}.`,
  },
  history: {
    title: 'Latest moves',
    number: 'Phone number',
    to: 'To',
    outcome: 'Outcome',
    when: 'When',
    by: 'By',
    note: 'Note',
    state: { moved: 'Moved', failed: 'Not moved', unknown: 'Unknown' },
    empty: 'No moves yet',
    emptyWords: 'Moves appear here, with who made them and when.',
  },
} as const;
