/** Calls a control endpoint of a sandbox, e.g. `stripe/clock`. @throws Error with the sandbox's response */
export async function control(url: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
