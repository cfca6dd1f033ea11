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

/** Sends a request of a browser that is signed in. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Response>;

/** Opens the printed address in a new browser, and signs in as a demo user there. */
export async function signInToDemo(printedAddress: string, role: 'admin' | 'free'): Promise<Send> {
  const { origin, pathname } = new URL(printedAddress);
  const jar = new Map<string, string>();
  const send: Send = async (method, path, body) => {
    const headers = {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const response = await fetch(origin + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    }
    return response;
  };
  await send('GET', pathname);
  await send('GET', '/api/sessions');
  const { status } = await send('POST', '/api/auth/demo', { role });
  if (status !== 200) throw new Error(`the demo's ${role} cannot sign in: ${status}`);
  return send;
}
