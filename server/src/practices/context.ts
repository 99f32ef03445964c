import type { AgentGateway } from './agents/agent-gateway.js';
import type { PaymentsContext } from '../billing/context.js';
import type { VoiceProvider } from './twilio/voice-provider.js';

export interface PracticesContext extends PaymentsContext {
  /** Wake it after a commit that concerns an agent. */
  agents: AgentGateway;
  /** The voice provider; undefined if none is configured. */
  voice: VoiceProvider | undefined;
}
