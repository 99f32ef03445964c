/** The name under which the start of a planned schedule is stored while its dialog is open. */
export const planRecord = (practiceId: number): string => `plan-schedule ${practiceId}`;
