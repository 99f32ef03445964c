/** Items that people settled or dismissed, which the overview hides. */
import { type ApiError, request, send, type TransportContext } from 'shared-api';
import type { AnswerOf } from 'shared-api/contracts';
import {
  type AttentionClosing,
  closeAttention,
  closeInternalAttention,
  listClosedAttention,
  listClosedInternalAttention,
} from 'shared-api/contracts/attention';
import { useEffect, useEffectEvent, useState } from 'react';

export interface ClosedAttention {
  /** Undefined until the server has responded. If the call fails, everything is shown. */
  items: ReadonlySet<string> | undefined;
  close: (closing: AttentionClosing) => Promise<{ error?: ApiError }>;
}

type Closed = AnswerOf<typeof listClosedAttention>;

const nothing: ReadonlySet<string> = new Set();

/** @param practiceId undefined for the internal overview */
export function useClosedAttention(transport: TransportContext, practiceId: number | undefined): ClosedAttention {
  const [items, setItems] = useState<ReadonlySet<string>>();
  const read = useEffectEvent(async (isCurrent: () => boolean) => {
    const asked =
      practiceId === undefined
        ? request(listClosedInternalAttention, {})
        : request(listClosedAttention, { params: { practice: practiceId } });
    const { data } = await send(asked, transport);
    if (isCurrent()) setItems(data ? new Set((data as Closed).items) : nothing);
  });
  useEffect(() => {
    let isCurrent = true;
    void read(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [practiceId]);
  const close: ClosedAttention['close'] = async (body) => {
    const asked =
      practiceId === undefined
        ? request(closeInternalAttention, { body })
        : request(closeAttention, { params: { practice: practiceId }, body });
    const { data, error } = await send(asked, transport);
    if (error) return { error };
    setItems(new Set((data as Closed).items));
    return {};
  };
  return { items, close };
}
