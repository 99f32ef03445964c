/** The account that the sandbox answers to. It opens nothing outside this process, so it is no secret. */
export const sandboxTwilio = {
  /** SID of the parent account; the user name of HTTP Basic. */
  accountSid: 'AC5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
  authToken: 'sandbox-twilio-token',
} as const;
