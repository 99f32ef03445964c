import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { implement } from '../http/contract-route.js';
import { actorOf } from '../http/principal.js';
import { Refusal } from '../http/refusal.js';
import type { VoiceProvider } from '../twilio/voice-provider.js';
import { readPhoneNumbers, transferPhoneNumber } from './phone-numbers-service.js';

export function phoneNumbersRoutes(app: FastifyInstance, { db, now, voice }: AppContext): void {
  const provider = (): VoiceProvider => {
    if (voice) return voice;
    throw new Refusal(
      503,
      'voice_not_configured',
      'No voice provider is configured for this console. Ask whoever runs it to set the keys.',
    );
  };

  implement(app, contracts.readPhoneNumbers, ({ params }) => readPhoneNumbers(db, provider(), params.practice));

  implement(app, contracts.transferPhoneNumber, async ({ params, body, request }) => {
    const changed = await transferPhoneNumber(
      db,
      provider(),
      {
        practice: params.practice,
        number: body.phone_number,
        sid: body.phone_number_sid,
        origin: body.origin_account_sid,
        destination: body.destination_account_sid,
      },
      { actor: actorOf(request.principal), now: now() },
    );
    return { status: 'success', message: `${body.phone_number} was moved`, changed_settings: changed };
  });
}
