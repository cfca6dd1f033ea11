/** The number of platform accounts that one user may link. */
export const MAX_LINKED_ACCOUNTS = 5;
