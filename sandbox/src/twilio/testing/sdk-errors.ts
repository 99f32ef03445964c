/** The error of the SDK: Twilio's code and status, or the code of a broken connection. */
export interface Refusal {
  status?: number;
  code: number | string;
  message: string;
  moreInfo?: string;
}

export const errorOf = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('Expected an error')),
    (error: Refusal) => error,
  );
