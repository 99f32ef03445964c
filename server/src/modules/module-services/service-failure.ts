/** Why a request to a service has no response that can be passed on. */
export type FailureKind =
  /** The name doesn't resolve, or the connection was refused or dropped. */
  | 'unreachable'
  | 'timeout'
  /** 5xx. */
  | 'server_error'
  | 'redirect'
  | 'too_large'
  | 'content_type'
  | 'not_json'
  | 'encoded'
  /** The response differs from what the module declares for the call. */
  | 'invalid_answer'
  /** A status that a service must not send, such as 401: it didn't accept the console's token. */
  | 'status'
  /** An address that the grant doesn't allow. */
  | 'forbidden_address';

/** A clause about the service: "its answer was too large". For the log and Module health. */
export const failureTexts: Record<FailureKind, string> = {
  unreachable: 'it couldn’t be reached',
  timeout: 'it took too long to answer',
  server_error: 'it reported an error of its own',
  redirect: 'it answered with a redirect',
  too_large: 'its answer was too large',
  content_type: 'its answer had a content type that isn’t allowed',
  not_json: 'its answer wasn’t JSON',
  encoded: 'its answer was compressed',
  invalid_answer: 'its answer wasn’t what the module expects',
  status: 'it answered with a status that isn’t allowed',
  forbidden_address: 'its address isn’t allowed',
};

export class ServiceFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    options?: ErrorOptions,
  ) {
    super(failureTexts[kind], options);
  }
}
