/** Texts of the communication settings (specification: billing, 2). */
export const communication = {
  title: 'Communication settings',
  lead: 'Messages you still send to patients who opted out in your practice software.',
  section: 'Override PMS Communication Settings',
  column: 'Override "No" in practice management',
  kind: 'Kind of message',
  all: 'All kinds',
  /** The name of a checkbox: `Review requests, Email Settings`. */
  cell: (kind: string, column: string) => `${kind}, ${column}`,
  nothing: (kind: string, column: string) => `No option for ${kind} in ${column}`,
  empty: 'There are no options here yet.',
  confirm: {
    title: (count: number) =>
      count === 1
        ? 'Send 1 kind of message to patients who opted out?'
        : `Send ${count} kinds of message to patients who opted out?`,
    text: (count: number) =>
      `Patients who said no in your practice software will get ${count === 1 ? 'this kind' : `these ${count} kinds`} of message anyway. Make sure you may contact them.`,
    button: 'Save and send them',
  },
} as const;
