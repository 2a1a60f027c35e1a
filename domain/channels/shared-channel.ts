/** The channel of the content that every channel falls back to, key by key. It is no shop of its own. */
export const SHARED_CHANNEL = '2'
