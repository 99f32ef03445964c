/** Errors in Twilio's form: https://www.twilio.com/docs/api/errors */
export interface TwilioErrorBody {
  code: number;
  message: string;
  more_info: string;
  status: number;
}

export class TwilioError extends Error {
  readonly body: TwilioErrorBody;
  constructor(
    readonly status: number,
    code: number,
    message: string,
  ) {
    super(message);
    this.body = { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
  }
}

export const notAuthenticated = (): TwilioError => new TwilioError(401, 20003, 'Authenticate');

/** @param path path of the request */
export const notFound = (path: string): TwilioError =>
  new TwilioError(404, 20404, `The requested resource ${path} was not found`);

export const notSupported = (what: string): TwilioError =>
  new TwilioError(
    404,
    20404,
    `${what} is not supported by this sandbox, which implements only a part of Twilio's API.`,
  );

export const unknownParameter = (name: string): TwilioError =>
  new TwilioError(400, 20001, `Unknown parameter: ${name}. It is not supported by this sandbox.`);

export const invalidParameter = (name: string, value: string): TwilioError =>
  new TwilioError(400, 20001, `Invalid parameter: ${name} '${value}'`);

export const missingParameter = (name: string): TwilioError =>
  new TwilioError(400, 20001, `Missing required parameter ${name} in the post body`);
