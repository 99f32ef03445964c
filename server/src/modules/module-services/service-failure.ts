/** Why a request to a service has no answer that can be passed on. */
export type FailureKind =
  /** The name isn't known, or the connection was refused or cut. */
  | 'unreachable'
  | 'timeout'
  /** 5xx. */
  | 'server_error'
  | 'redirect'
  | 'too_large'
  | 'content_type'
  | 'not_json'
  | 'encoded'
  /** Not what the module has declared for the call. */
  | 'invalid_answer'
  /** A status that a service must not send, such as 401: it did not accept the console's token. */
  | 'status'
  /** An address that the grant doesn't allow. */
  | 'forbidden_address';

/** In a sentence about the service: "its answer was too large". For the log and for Module health. */
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
