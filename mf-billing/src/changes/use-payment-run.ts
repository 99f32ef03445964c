import { useRef, useState } from 'react';
import { useBankAuthentication } from './use-bank-authentication';

export interface ChangeProblem {
  /**
   * `declined`: the payment failed and nothing changed, so another card may help.
   * `outdated`: the cost has changed, and the person has to confirm the new one.
   * `other`: everything else.
   */
  kind: 'declined' | 'outdated' | 'other';
  title?: string;
  message: string;
}

export interface PaymentRun {
  /** `bank`: the bank's authentication step is open. */
  step: 'idle' | 'sending' | 'bank';
  /** The failure of the last run; null without one. */
  problem: ChangeProblem | null;
  setProblem: (problem: ChangeProblem) => void;
  /** Opens the bank's step. Resolves with the bank's error message, or null. */
  askBank: (clientSecret: string | undefined) => Promise<string | null>;
  /** Runs `send`. If a run is already in progress, sends nothing and returns `failed`. */
  runExclusively: <Result>(send: () => Promise<Result>) => Promise<Result | 'failed'>;
}

/** Runs requests that charge a card, one at a time, with bank authentication if required. */
export function usePaymentRun(): PaymentRun {
  const openBankStep = useBankAuthentication();
  const running = useRef(false);
  const [step, setStep] = useState<PaymentRun['step']>('idle');
  const [problem, setProblem] = useState<ChangeProblem | null>(null);

  const askBank: PaymentRun['askBank'] = async (clientSecret) => {
    setStep('bank');
    const objection = await openBankStep(clientSecret);
    setStep('sending');
    return objection;
  };
  const runExclusively: PaymentRun['runExclusively'] = async (send) => {
    if (running.current) return 'failed';
    running.current = true;
    setStep('sending');
    setProblem(null);
    try {
      return await send();
    } finally {
      running.current = false;
      setStep('idle');
    }
  };
  return { step, problem, setProblem, askBank, runExclusively };
}
