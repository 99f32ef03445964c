/** Storage key of a planned schedule's start while its dialog is open. */
export const planRecord = (practiceId: number): string => `plan-schedule ${practiceId}`;
