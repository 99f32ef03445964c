/** The account of the sandbox. It is not a secret, because it gives access only to this process. */
export const sandboxTwilio = {
  /** SID of the parent account, which is the user name in HTTP Basic. */
  accountSid: 'AC5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
  authToken: 'sandbox-twilio-token',
} as const;
