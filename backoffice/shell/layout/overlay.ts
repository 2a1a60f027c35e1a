/** The open overlay, one at a time. */
export type Overlay = 'palette' | 'keys' | 'menu' | 'leave' | null
