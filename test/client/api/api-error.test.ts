import { parseErrorResponse } from '../../../client/src/api/api-error';

describe('the message of an error response', () => {
  it.each([
    ['password must be at least 10 characters', 'Password must be at least 10 characters'],
    ['Wrong email or password.', 'Wrong email or password.'],
    ['per_page must be at most 100', 'per_page must be at most 100'],
  ])('%s is shown as %s', async (said, shown) => {
    const error = await parseErrorResponse(Response.json({ error: said, errors: [said] }, { status: 400 }));
    expect([error.message, error.errors]).toEqual([shown, [shown]]);
  });
});
