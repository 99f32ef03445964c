export const MIN_PASSWORD_LENGTH = 12;
/** Longer texts are nobody's password, and cost the server time. */
export const MAX_PASSWORD_LENGTH = 128;

/** What is wrong with the length of a new password, in characters. Undefined when it is right. */
export function passwordLengthProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH) return `Enter at least ${MIN_PASSWORD_LENGTH} characters`;
  return length > MAX_PASSWORD_LENGTH ? `Enter at most ${MAX_PASSWORD_LENGTH} characters` : undefined;
}
