/** Signs in over HTTP and returns the status. */
export async function signIn(origin: string, email: string, password: string): Promise<number> {
  const opened = await fetch(`${origin}/api/sessions`);
  const cookies = opened.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  const headers = { 'content-type': 'application/json', cookie: cookies.join('; '), 'x-xsrf-token': token };
  return (await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })).status;
}

/** The first page of boards. */
export async function listBoards(origin: string): Promise<unknown> {
  const { boards, total } = (await (await fetch(`${origin}/api/boards?order_by=follower_count`)).json()) as Record<string, unknown>;
  return { boards, total };
}
