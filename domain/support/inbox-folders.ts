/** Where a thread lies for whoever looks: nobody's, mine and others' wait for us, the next for a holder or a day. */
export const INBOX_FOLDERS = ['unassigned', 'mine', 'others', 'waiting', 'done', 'all'] as const
export type InboxFolder = (typeof INBOX_FOLDERS)[number]

/** What waits for longer than this is late. */
export const LATE_MS = 2 * 3_600_000
