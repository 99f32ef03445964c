/** An invalid command line. The message is shown with the usage. */
export class UsageError extends Error {}
