import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PracticesContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { providerChangeOf } from '../../platform/http/principal.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { VoiceProvider } from '../twilio/voice-provider.js';
import { setNumberLabel } from './number-labels.js';
import { readPhoneNumbers, transferPhoneNumber } from './phone-numbers-service.js';

export function phoneNumbersRoutes(app: FastifyInstance, { db, now, voice }: PracticesContext): void {
  const provider = (): VoiceProvider => {
    if (voice) return voice;
    throw new AppError(
      503,
      'voice_not_configured',
      'Phone numbers aren’t available because no voice provider is configured. Ask your administrator to set its keys.',
    );
  };

  addRoute(app, contracts.readPhoneNumbers, ({ params }) => readPhoneNumbers(db, provider(), params.practice));

  addRoute(app, contracts.transferPhoneNumber, async ({ params, body, request }) => {
    const changed = await transferPhoneNumber(
      db,
      provider(),
      {
        practiceId: params.practice,
        number: body.phone_number,
        sid: body.phone_number_sid,
        origin: body.origin_account_sid,
        destination: body.destination_account_sid,
      },
      providerChangeOf(request, now()),
    );
    return { status: 'success', message: `${body.phone_number} was moved`, changed_settings: changed };
  });

  addRoute(app, contracts.labelPhoneNumber, async ({ params, body, request }) => {
    const label = { practiceId: params.practice, sid: params.sid, label: body.label };
    await setNumberLabel(db, provider(), label, providerChangeOf(request, now()));
    return { status: 'success', message: body.label === '' ? 'Label removed' : 'Label saved' };
  });
}
