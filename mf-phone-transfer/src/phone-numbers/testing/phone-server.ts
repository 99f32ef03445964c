/** A mock server with two accounts that remembers moves, for tests and for the standalone host. */
import {
  labelPhoneNumber,
  type PhoneMove,
  type PhoneNumbers,
  readPhoneNumbers,
  readPracticeState,
  transferPhoneNumber,
} from 'shared-api/contracts';
import { answer, type HandledRequest, errorReply, reply } from 'shared-api/testing';

export const ORGANIZATION_SID = `AC${'0'.repeat(32)}`;
export const PRACTICE_SID = `AC${'1'.repeat(32)}`;

/** A stable SID for a number. */
export const sidOf = (number: string): string => `PN${number.slice(1).padStart(32, '0')}`;

export function withSids(...numbers: string[]): Record<string, string> {
  return Object.fromEntries(numbers.map((number) => [number, sidOf(number)]));
}

export function somePhoneNumbers(over: Partial<PhoneNumbers> = {}): PhoneNumbers {
  return {
    org_twilio_subaccount: ORGANIZATION_SID,
    practice_twilio_subaccount: PRACTICE_SID,
    org_phone_numbers: withSids('+13125550180', '+442079460018'),
    practice_phone_numbers: withSids('+13125550100', '+13125550101', '+493055501001'),
    org_account_status: 'active',
    practice_account_status: 'active',
    moves: [],
    ...over,
  };
}

export const MOVED_AT = Date.UTC(2026, 10, 20, 15, 42) / 1000;

export function aMove(over: Partial<PhoneMove> = {}): PhoneMove {
  return {
    id: 'm1',
    phone_number: '+13125550180',
    to: 'organization',
    outcome: 'moved',
    message: null,
    moved_by: 'Ivy Internal',
    moved_at: MOVED_AT,
    ...over,
  };
}

export type MoveBody = HandledRequest<typeof transferPhoneNumber>['body'];

/** Replaces the response to a transfer. If it returns undefined, the mock server responds. */
export type TransferOverride = (body: MoveBody, server: PhoneServer) => Response | Promise<Response> | undefined;

export class PhoneServer {
  reads = 0;
  readonly requests: MoveBody[] = [];
  override: TransferOverride = () => undefined;

  constructor(
    public data: PhoneNumbers = somePhoneNumbers(),
    private readonly clock: () => number = () => MOVED_AT,
  ) {}

  /** Moves the number from one account to the other. */
  move({ phone_number, phone_number_sid, destination_account_sid }: MoveBody): void {
    const toOrg = destination_account_sid === this.data.org_twilio_subaccount;
    const removeNumber = (numbers: Record<string, string>): Record<string, string> =>
      Object.fromEntries(Object.entries(numbers).filter(([number]) => number !== phone_number));
    const [org, practice] = [removeNumber(this.data.org_phone_numbers), removeNumber(this.data.practice_phone_numbers)];
    (toOrg ? org : practice)[phone_number] = phone_number_sid;
    const move = aMove({
      id: `m${this.data.moves.length + 1}`,
      phone_number,
      to: toOrg ? 'organization' : 'practice',
      moved_at: this.clock(),
    });
    this.data = {
      ...this.data,
      org_phone_numbers: org,
      practice_phone_numbers: practice,
      moves: [move, ...this.data.moves],
    };
  }

  handlers(): ReturnType<typeof answer>[] {
    return [
      answer(readPhoneNumbers, () => {
        this.reads += 1;
        return reply(readPhoneNumbers, this.data);
      }),
      answer(readPracticeState, () => reply(readPracticeState, { insider: false, states: ['past_due'] })),
      answer(labelPhoneNumber, ({ params: { sid }, body: { label } }) => {
        const { [sid]: _, ...labels } = this.data.labels ?? {};
        this.data = { ...this.data, labels: { ...labels, ...(label !== '' && { [sid]: label }) } };
        return reply(labelPhoneNumber, { status: 'success', message: 'Label saved' });
      }),
      answer(transferPhoneNumber, async ({ body }) => {
        this.requests.push(body);
        const overriddenResponse = await this.override(body, this);
        if (overriddenResponse) return overriddenResponse;
        const { org_twilio_subaccount: org, org_phone_numbers, practice_phone_numbers } = this.data;
        const origin = body.origin_account_sid === org ? org_phone_numbers : practice_phone_numbers;
        if (origin[body.phone_number] !== body.phone_number_sid) {
          return errorReply(
            409,
            'number_moved',
            'The number is no longer in that account. Check the updated lists to see where it is now.',
          );
        }
        this.move(body);
        return reply(transferPhoneNumber, {
          status: 'success',
          message: `${body.phone_number} was moved`,
          changed_settings: [],
        });
      }),
    ];
  }
}
