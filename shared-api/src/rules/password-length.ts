export const MIN_PASSWORD_LENGTH = 12;
/** Longer text is never a real password and costs server time. */
export const MAX_PASSWORD_LENGTH = 128;

/** The error for a new password's length in characters. Undefined if it is valid. */
export function passwordLengthProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH) return `Enter at least ${MIN_PASSWORD_LENGTH} characters`;
  return length > MAX_PASSWORD_LENGTH ? `Enter at most ${MAX_PASSWORD_LENGTH} characters` : undefined;
}
