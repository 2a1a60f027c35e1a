/** What stands over the page: one thing at a time. */
export type Overlay = 'palette' | 'keys' | 'menu' | 'leave' | null
