/** The channel with the fallback content of all others, key by key. It is not a shop itself. */
export const SHARED_CHANNEL = '2'
