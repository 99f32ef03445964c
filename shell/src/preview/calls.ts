/** The shell's calls about previews of modules. */
import { ask, type ApiError, request, send, type TransportContext } from 'shared-api';
import type { AnswerOf } from 'shared-api/contracts';
import { leavePreview, openPreview, readPreview } from 'shared-api/contracts/module-previews';

export interface PreviewAddress {
  module: string;
  preview: string;
}

export type PreviewFacts = AnswerOf<typeof readPreview>;

/** @throws ApiError */
export const readPreviewAt = (context: TransportContext, params: PreviewAddress): Promise<PreviewFacts> =>
  ask(readPreview, { params }, context);

/** Loads the preview's version in this session, from the next page load on. */
export async function openPreviewAt(context: TransportContext, params: PreviewAddress): Promise<{ error?: ApiError }> {
  const { error } = await send(request(openPreview, { params }), context);
  return error ? { error } : {};
}

export async function leavePreviewOf(context: TransportContext, module: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(leavePreview, { params: { module } }), context);
  return error ? { error } : {};
}
